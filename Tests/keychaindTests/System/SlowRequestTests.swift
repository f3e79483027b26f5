#if Agent && os(Linux)
    import Foundation
    import Testing

    /// Users who send the slowest requests that the protocol allows.
    @Suite(
        .enabled(
            if: SystemStage.runsPython,
            "only root can start programs of other users, which are written in Python"
        )
    )
    struct SlowRequestTests {
        private let stage: SystemStage

        init() throws { stage = try SystemStage() }

        /// Requests as bytes (agent-protocol.md §8).
        private static let requests = """
            import time
            def sized(data): return struct.pack('>I', len(data)) + data
            def attributes(**values):
                parts = [name.encode().ljust(4, b'_') + bytes([1]) + sized(text.encode())
                         for name, text in sorted(values.items())]
                return struct.pack('>H', len(parts)) + b''.join(parts)
            def request(verb, matching, secret=None, changes=None, returning=0):
                body = bytes([verb])
                if verb == 3: body += sized(changes) + b'\\0'
                body += b'\\1' + sized(b'genp') + sized(matching)
                body += b'\\0' if secret is None else b'\\1' + sized(secret)
                return body + b'\\0\\0\\0' + struct.pack('>I', 0) + bytes([returning]) + b'\\1\\0\\0\\0\\0'
            def step(body, skip=b''):
                return body + b'\\0\\0' + struct.pack('>I', 1 if skip else 0) + skip
            def together(steps):
                return frame(4, struct.pack('>II', 0, len(steps)) + b''.join(steps))
            ABSENT = sized(b'itemNotFound') + struct.pack('>i', -25300)
            FILL = together([step(request(1, attributes(agrp='a', svce='s', acct=str(i), icmt='c'), b'x'))
                             for i in range(2000)])
            # Nothing matches, and no token tells that, so that each step opens all items.
            SLOW = together([step(request(3, attributes(agrp='a', icmt='none'), changes=attributes(labl='b')),
                                  ABSENT)] * 4096)
            READ = frame(3, struct.pack('>I', 0) + request(2, attributes(svce='api'), returning=1))
            ADD = frame(3, struct.pack('>I', 0) + request(1, attributes(agrp='a', svce='api'), b'of one'))
            def guest(user):
                become(user); end = connect(); greet(end)
                send(end, frame(2, struct.pack('>I', 1) + sized(b'*'))); receive(end)
                end.settimeout(120)
                return end
            def kind(answer): return answer and answer[0]
            def hog(user):
                def body(line):
                    end = guest(user); send(end, FILL); filled = kind(receive(end))
                    line.send(bytes([filled])); line.recv(1)
                    send(end, SLOW); line.send(b'x'); line.recv(1)
                return body
            def used(process):
                fields = open(f'/proc/{process}/stat').read().rsplit(')', 1)[1].split()
                return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')
            hogs = [fork(hog(user)) for user in (3, 4)]
            for process, line in hogs: line.settimeout(120); assert line.recv(1) != b'\\xff'
            def read(user):
                def body():
                    end = guest(user); send(end, ADD); receive(end); times = []
                    for _ in range(5):
                        start = time.time(); send(end, READ); answer = receive(end)
                        times.append(time.time() - start)
                    print(user, answer and b'of one' in answer[1], sorted(times)[2] < 1)
                child(body)
            for process, line in hogs: line.send(b'x'); line.recv(1)

            """

        /// Two users are answered at a time, and each of the two would need minutes.
        @Test func othersAreAnsweredWithinASecond() throws {
            let said = try stage.python(
                Self.requests + """
                    read(1); read(0)
                    for process, line in hogs: os.kill(process, 9); os.waitpid(process, 0)
                    """
            )
            #expect(said == "1 True True\n0 True True")
        }

        /// A request without a waiting client takes no time of the processor.
        @Test func aRequestEndsWhenItsClientHasGone() throws {
            let said = try stage.python(
                Self.requests + """
                    time.sleep(0.5)
                    for process, line in hogs: os.kill(process, 9); os.waitpid(process, 0)
                    time.sleep(1)
                    before = used(\(stage.daemon.processIdentifier)); time.sleep(1)
                    print(used(\(stage.daemon.processIdentifier)) - before < 0.3)
                    """
            )
            #expect(said == "True")
        }
    }
#endif
