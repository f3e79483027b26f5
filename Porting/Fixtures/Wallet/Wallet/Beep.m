#import <AudioToolbox/AudioToolbox.h>

void WalletBeep(void) { AudioServicesPlaySystemSound(1057); }
