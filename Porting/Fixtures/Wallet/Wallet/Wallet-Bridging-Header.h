#import <Foundation/Foundation.h>

void WalletBeep(void);
