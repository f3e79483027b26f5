import Foundation
import Synchronization

/// A connection to an authenticator in software: the frames of CTAPHID (CTAP 2.1, 11.2).
final class SoftwareConnection: Sendable {
    private struct State {
        var incoming: [UInt8] = []
        var expected = 0
        var command: UInt8 = 0
        var channel: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        var outgoing: [[UInt8]] = []
        /// An answer that waits for the touch.
        var waiting: SoftwareAuthenticator.Reply?
        /// The time when a delayed answer is ready, and the answer.
        var late: (ContinuousClock.Instant, SoftwareAuthenticator.Reply)?
        var isRemoved = false
    }

    private static let own: [UInt8] = [1, 2, 3, 4]
    private static let frameLength = 64
    /// The interval, in milliseconds, at which a security key reports that it is waiting.
    private static let pulse = 20

    private let authenticator: SoftwareAuthenticator
    private let state = Mutex(State())

    init(_ authenticator: SoftwareAuthenticator) { self.authenticator = authenticator }

    /// Takes a frame from the caller; returns whether it is still connected.
    func write(_ frame: [UInt8]) -> Bool {
        let message = state.withLock { state -> (UInt8, [UInt8])? in
            guard frame.count >= 7, !state.isRemoved else { return nil }
            if frame[4] & 0x80 != 0 {
                state.channel = Array(frame[..<4])
                state.command = frame[4] & 0x7F
                state.expected = Int(frame[5]) << 8 | Int(frame[6])
                state.incoming = Array(frame[7...])
            } else {
                state.incoming += frame[5...]
            }
            guard state.incoming.count >= state.expected else { return nil }
            return (state.command, Array(state.incoming.prefix(state.expected)))
        }
        if let (command, body) = message { take(command, body) }
        return state.withLock { !$0.isRemoved }
    }

    /// The next frame; `nil` if there is none in this time, or it was removed.
    func read(within milliseconds: Int) -> [UInt8]? {
        let deadline = ContinuousClock.now + .milliseconds(milliseconds)
        while true {
            if let frame = state.withLock({ $0.outgoing.isEmpty ? nil : $0.outgoing.removeFirst() })
            {
                return frame
            }
            // As a device does: without time to wait, only what is there already is read.
            guard !state.withLock({ $0.isRemoved }), ContinuousClock.now < deadline else {
                return nil
            }
            if let frame = pulse() { return frame }
        }
    }

    private func take(_ command: UInt8, _ body: [UInt8]) {
        switch command {
        case 0x06:
            // A nonce, a channel, the version of the protocol, and that it speaks CTAP 2.
            send(0x06, body + Self.own + [2, 1, 0, 0, 0x0C])
            state.withLock { $0.channel = Self.own }
        case 0x11:
            let isWaiting = state.withLock { state in
                defer { (state.waiting, state.late) = (nil, nil) }
                return state.waiting != nil || state.late != nil
            }
            if isWaiting { send(0x10, [0x2D]) }
        case 0x10: answer(body)
        default: send(0x3F, [0x01])
        }
    }

    private func answer(_ message: [UInt8]) {
        let behavior = authenticator.behavior
        let reply = authenticator.reply(to: message)
        if reply.needsTouch {
            switch behavior.touch {
            case .given: break
            case .never: return state.withLock { $0.waiting = reply }
            case .declined: return send(.failure(0x27))
            case .tooLate: return send(.failure(0x2F))
            }
            if behavior.fault == .removed { return state.withLock { $0.isRemoved = true } }
        }
        guard behavior.delay > 0 else { return send(reply) }
        let moment = ContinuousClock.now + .milliseconds(behavior.delay)
        state.withLock { $0.late = (moment, reply) }
    }

    /// Waits for a moment; returns a frame that says why, if it works or waits for a touch.
    private func pulse() -> [UInt8]? {
        Thread.sleep(forTimeInterval: Double(Self.pulse) / 1000)
        let ready = state.withLock { state -> SoftwareAuthenticator.Reply? in
            guard let (moment, reply) = state.late, ContinuousClock.now >= moment else {
                return nil
            }
            state.late = nil
            return reply
        }
        if let ready { send(ready) }
        return state.withLock { state in
            if !state.outgoing.isEmpty { return state.outgoing.removeFirst() }
            let status: UInt8? = state.waiting != nil ? 2 : state.late != nil ? 1 : nil
            return status.map { Self.padded(state.channel + [0x80 | 0x3B, 0, 1, $0]) }
        }
    }

    private func send(_ reply: SoftwareAuthenticator.Reply) {
        send(0x10, [reply.status] + reply.body)
    }

    private func send(_ command: UInt8, _ body: [UInt8]) {
        let fault = authenticator.behavior.fault
        state.withLock { state in
            let channel = fault == .otherChannel ? [9, 9, 9, 9] : state.channel
            let garbled = fault == .garbage ? body.map { _ in UInt8.random(in: 0...255) } : body
            let length = [UInt8(body.count >> 8), UInt8(body.count & 0xFF)]
            var frames = [Self.padded(channel + [0x80 | command] + length + garbled.prefix(57))]
            var rest = garbled.dropFirst(57)
            while !rest.isEmpty {
                let number = UInt8(frames.count - 1)
                frames.append(Self.padded(channel + [number] + rest.prefix(59)))
                rest = rest.dropFirst(59)
            }
            if fault == .half, frames.count > 1 { frames.removeLast(frames.count / 2) }
            state.outgoing += frames
        }
    }

    private static func padded(_ bytes: [UInt8]) -> [UInt8] {
        bytes + [UInt8](repeating: 0, count: frameLength - bytes.count)
    }
}
