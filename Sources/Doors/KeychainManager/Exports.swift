// Code in this manner names attributes by Apple's constants and says no more than
// `import Foundation`, which brings them on Apple's platforms.
@_exported public import AppleVocabulary
