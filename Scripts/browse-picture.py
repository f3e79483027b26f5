#!/usr/bin/env python3
"""Draws Documentation/browse.svg: two screens of a real session of 'keychainctl browse'.

    python3 -B Scripts/browse-picture.py [PROGRAM]      PROGRAM is .build/debug/keychainctl by default

The session runs on a terminal of its own, with a keychain in a temporary folder. Needs nothing but Python.
"""
import fcntl, html, os, pty, re, select, struct, subprocess, sys, tempfile, termios, time

COLUMNS, ROWS = 78, 14
CELL, LINE = 8.4, 18
program = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else ".build/debug/keychainctl")
target = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../Documentation/browse.svg")


class Screen:
    """A terminal that understands what the browser writes: text, positions, erasing, emphasis."""

    def __init__(self):
        self.clear()

    def clear(self):
        self.cells = [[(" ", False)] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.emphasis = False

    def feed(self, text):
        for part in re.findall(r"\x1b\[[0-9;?]*[A-Za-z]|\x1b\][^\x07]*\x07|[\s\S]", text):
            if part.startswith("\x1b["):
                self.control(part[2:])
            elif part == "\r":
                self.column = 0
            elif part == "\n":
                self.row = min(self.row + 1, ROWS - 1)
            elif part >= " " and self.column < COLUMNS:
                self.cells[self.row][self.column] = (part, self.emphasis)
                self.column += 1

    def control(self, code):
        blank = (" ", False)
        if code.endswith("H"):
            row, column = (code[:-1] + ";").split(";")[:2]
            self.row, self.column = int(row or 1) - 1, int(column or 1) - 1
        elif code == "K":
            self.cells[self.row][self.column:] = [blank] * (COLUMNS - self.column)
        elif code == "J":
            for row in range(self.row + 1, ROWS):
                self.cells[row] = [blank] * COLUMNS
        elif code == "2J":
            self.clear()
        elif code in ("7m", "0m"):
            self.emphasis = code == "7m"


def session(environment, steps):
    """Types, and returns a screen after each step that is to be seen."""
    process, terminal = pty.fork()
    if process == 0:
        fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        os.execve(program, ["keychainctl", "browse"], environment)
    screen, screens = Screen(), []
    pending = b""
    for keys, isSeen in steps:
        os.write(terminal, keys.encode())
        end = time.monotonic() + 1.2
        while (left := end - time.monotonic()) > 0:
            if select.select([terminal], [], [], left)[0]:
                try:
                    pending += os.read(terminal, 65536)
                except OSError:
                    break
                text = pending.decode(errors="ignore")
                # A character of several bytes may still be incomplete.
                pending = b"" if text.encode() == pending else pending[len(text.encode()):]
                screen.feed(text)
        if isSeen:
            screens.append([list(row) for row in screen.cells])
    os.write(terminal, b"\x03")
    os.close(terminal)
    os.waitpid(process, 0)
    return screens


def drawing(cells, top):
    lines = []
    for number, row in enumerate(cells):
        y = top + number * LINE
        text = "".join(character for character, _ in row).rstrip()
        if any(emphasis for _, emphasis in row):
            width = COLUMNS * CELL
            lines.append(f'<rect x="12" y="{y - 13:g}" width="{width:g}" height="{LINE}" class="on"/>')
        if text:
            name = "inverse" if any(emphasis for _, emphasis in row) else "plain"
            width = len(text) * CELL
            lines.append(
                f'<text x="12" y="{y:g}" textLength="{width:g}" class="{name}" '
                f'xml:space="preserve">{html.escape(text)}</text>'
            )
    return lines


def main():
    with tempfile.TemporaryDirectory() as home:
        environment = {"HOME": home, "PATH": "/usr/bin:/bin", "TERM": "xterm", "LANG": "C.UTF-8"}

        def store(words, secret):
            subprocess.run([program] + words, input=secret.encode(), env=environment, check=True,
                           stdout=subprocess.DEVNULL)

        def site(server, account, label):
            store(["set", "--server", server, "--protocol", "https", "--account", account, "--label", label],
                  "correct horse")

        site("github.com", "ann", "GitHub")
        site("git.example.org", "ann", "Forge at work")
        store(["set", "--service", "api.example.org", "--account", "ci", "--label", "Deploy token"], "s3cret")
        site("mail.example.org", "ann@example.org", "Mail")
        store(["set", "--service", "backup", "--label", "Backup key"], "s3cret")
        store(["otp", "add"], "otpauth://totp/GitHub:ann?secret=JBSWY3DPEHPK3PXP&issuer=GitHub")
        screens = session(environment, [("", False), ("gihtub", True), ("\x0f", True)])
    height = len(screens) * (ROWS * LINE + 24) + 12
    width = COLUMNS * CELL + 24
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" role="img" aria-label="keychainctl browse">',
        "<style>text{font:14px ui-monospace,DejaVu Sans Mono,Menlo,Consolas,monospace}"
        ".plain{fill:#d8dee9}.inverse{fill:#20242c}.on{fill:#d8dee9}</style>",
    ]
    for number, cells in enumerate(screens):
        top = 6 + number * (ROWS * LINE + 24)
        lines.append(
            f'<rect x="4" y="{top}" width="{width - 8:g}" height="{ROWS * LINE + 14}" rx="6" fill="#20242c"/>'
        )
        lines += drawing(cells, top + 20)
    lines.append("</svg>")
    with open(target, "w") as file:
        file.write("\n".join(lines) + "\n")


main()
