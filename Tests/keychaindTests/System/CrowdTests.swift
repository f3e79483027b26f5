#if Agent && os(Linux)
    import Foundation
    import Testing

    /// Users who take as much of the agent of the system as they get.
    @Suite(
        .enabled(
            if: SystemStage.runsPython,
            "only root can start programs of other users, which are written in Python"
        )
    )
    struct CrowdTests {
        private let stage: SystemStage

        init() throws { stage = try SystemStage() }

        /// Five users with 16 connections each are more than the agent has seats for.
        @Test func fiveUsersLeaveSeatsForOthers() throws {
            let said = try stage.python(
                """
                def modest(line):
                    become(one); end = connect(); greet(end); line.send(b'x'); line.recv(1)
                    print('modest', asks(end))
                def many(user):
                    def body(line):
                        become(user); ends = [connect() for _ in range(16)]
                        for end in ends: greet(end)
                        line.send(b'x'); line.recv(1)
                    return body
                def new():
                    become(other); end = connect(); print('new', greet(end) and asks(end))
                # Users that every Debian has.
                forked = []
                for body in [modest] + [many(user) for user in (3, 4, 5, 6, 7)]:
                    forked.append(fork(body)); forked[-1][1].recv(1)
                child(new)
                for process, line in forked: line.send(b'x'); os.waitpid(process, 0)
                """
            )
            #expect(said == "new answered\nmodest answered")
        }

        /// Long messages of which each connection of a user sends a part.
        @Test func longMessagesOfOneUserLeaveRoomForOthers() throws {
            let long = """
                LONG = 32 << 20
                def long():
                    become(one); end = connect(); greet(end)
                    send(end, frame(3, b'x' * (1 << 20)))
                    print('malformed' in str(receive(end)), asks(end))

                """
            // The pages of the program that such a message takes are not those of messages.
            #expect(try stage.python(long + "child(long)") == "True answered")
            let before = try stage.memory()
            let said = try stage.python(
                long + """
                    import threading
                    def many(line):
                        become(other); ends = [connect() for _ in range(16)]
                        for end in ends: greet(end)
                        part = struct.pack('>IB', LONG + 1, 3) + b'x' * (8 << 20)
                        threads = [threading.Thread(target=send, args=(end, part)) for end in ends]
                        for thread in threads: thread.start()
                        for thread in threads: thread.join()
                        line.send(b'x'); line.recv(1)
                    process, line = fork(many)
                    line.recv(1); child(long)
                    line.send(b'x'); os.waitpid(process, 0)
                    """
            )
            #expect(said == "True answered")
            // 128 MiB have arrived. There is room for two messages, of which 16 MiB have come.
            let growth = try stage.memory("VmHWM") - before
            #expect(growth < 48 << 10, "kB")
        }
    }
#endif
