// swiftc -emit-sil Proposals/0012-compiler-crash.swift
//
// Swift 6.3.1 (x86_64 Linux) ends with signal 11 in MandatoryAllocBoxToStack: swiftlang/swift#88220.
struct Failure: Error { var code = 1 }
func work() throws(Failure) {}
func caller() throws {
    for _ in 0..<2 {}
    do { try work() } catch let error where error.code == 1 {}
}
