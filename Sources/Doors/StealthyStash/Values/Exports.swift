// Code written for this library names attributes by Apple's constants in queries and defaults of
// its own, and statuses by Apple's names, and says no more than `import Foundation`, which brings
// them on Apple's platforms.
@_exported public import AppleVocabulary
