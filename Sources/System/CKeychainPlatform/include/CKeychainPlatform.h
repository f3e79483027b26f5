#pragma once

#include <signal.h>
#include <stddef.h>
#include <stdint.h>

/// Overwrites memory with zeroes; the compiler cannot remove the write.
void pk_zero(void *bytes, size_t count);

/// Compares two blocks in a time that depends only on their length; 1 if they are equal, else 0.
int pk_equal(const void *left, const void *right, size_t count);

/// Has blocks of memory of at least so many bytes go back to the system when they are freed. glibc
/// else keeps up to 32 MiB for each thread, once it had a block of that length.
void pk_long_blocks_return(size_t count);

/// Gives the memory that the program has freed back to the system, for one that waits after much work: glibc
/// keeps it for the next allocations.
void pk_free_memory_return(void);

/// Maps whole pages of zeroes that stay out of core dumps and, where the system allows it, out of
/// swap; NULL if there is no memory. `count` is a multiple of the page size.
void *pk_pages_map(size_t count, int locked);

/// Unmaps pages; the caller has zeroed them.
void pk_pages_unmap(void *pages, size_t count);

/// A variable of the environment. NULL in a program that runs with more rights than its caller,
/// such as a set-user-ID program, because the caller sets the variables (secure_getenv(3)).
const char *pk_environment(const char *name);

/// Fills memory from the kernel's random number generator; 0, or -1 if there is none.
int pk_random(void *bytes, size_t count);

/// AES-256-GCM with an expanded key, which any number of threads can use at the same time. It holds
/// key material until it is freed.
struct pk_cipher;

/// Expands a key of 32 bytes. NULL where the functions for it are missing, or without memory.
struct pk_cipher *pk_cipher_make(const uint8_t *key);

/// Opens nonce, ciphertext and tag. `output` has 28 bytes less than the box; it is zeroed if the box
/// does not open. Returns 1, or 0 for a box that does not belong to the key and the context.
int pk_cipher_open(
    const struct pk_cipher *cipher, const uint8_t *box, size_t count, const uint8_t *context,
    size_t context_count, uint8_t *output
);

/// Overwrites and frees a cipher.
void pk_cipher_free(struct pk_cipher *cipher);

/// AES-256-CMAC with an expanded key, which one thread at a time can use. It holds key material
/// until it is freed.
struct pk_mac;

/// Expands a key of 32 bytes. NULL where the functions for it are missing, or without memory.
struct pk_mac *pk_mac_make(const uint8_t *key);

/// Computes the code of a message, 16 bytes. Returns 1, or 0 on failure; then do not use it again.
int pk_mac_code(struct pk_mac *mac, const uint8_t *message, size_t count, uint8_t *code);

/// Overwrites and frees a code's key.
void pk_mac_free(struct pk_mac *mac);

// Keys in the kernel: keyrings(7), keyctl(2), add_key(2). A call returns a value >= 0 or a negated
// errno of Linux; on other systems, ENOSYS.

/// The keyring that the kernel keeps for a user in each user namespace, until nobody has asked for
/// it for three days (persistent-keyring(7)). No session contains it.
#define PK_KEYRING_PERSISTENT 0
/// The keyring of a user (user-keyring(7)), for kernels without the other one. Sessions usually
/// contain it, and sandboxes that are started in them.
#define PK_KEYRING_USER 1

/// Links a keyring of the user into the keyring of this process, which then possesses the keys in
/// it, whatever its session contains. Returns the keyring's serial number.
///
/// The keyring of the process and not of the thread: the kernel gives each thread that is created
/// later a keyring of its own if its creator has one, and each counts in the user's quota.
long pk_keyring_attach(int kind);

/// Adds a key to an attached keyring; 0 for none, to try it. The key has its timeout and its
/// permissions before it can be found there, and after a failure there is no key. Two threads must
/// not call it at the same time. Returns the key's serial number.
long pk_keyring_add(
    int32_t ring, const char *description, const void *payload, size_t count, uint32_t seconds
);

/// Finds a key in an attached keyring; returns its serial number.
long pk_keyring_search(int32_t ring, const char *description);

/// Reads a key or the serial numbers in a keyring; returns the length, which can be more than
/// `count`.
long pk_keyring_read(int32_t serial, void *buffer, size_t count);

/// Describes a key as "type;user;group;permissions;description" with a zero at the end; returns the
/// length, which can be more than `count`.
long pk_keyring_describe(int32_t serial, char *buffer, size_t count);

/// Removes a key everywhere or, if that is not allowed, from this keyring. Look again afterwards.
void pk_keyring_remove(int32_t ring, int32_t serial);

/// Blocks SIGXFSZ in this thread; a write beyond the limit on the size of files then fails with
/// EFBIG. Returns what pk_size_signal_release needs, which takes back a signal that was sent
/// meanwhile and restores the thread's mask. errno stays as it is.
int pk_size_signal_hold(void);
void pk_size_signal_release(int former);

/// Whether SIGXFSZ waits to be taken back, because a write went beyond the limit.
int pk_size_signal_pending(void);

/// Gives a file a name that does not exist yet, in one step where the file system can do that.
/// Returns 0, or -1 with errno: EEXIST if the name exists, and then nothing has changed.
int pk_publish(const char *temporary, const char *path);

/// Opens a new file without a name in a folder, which ends with the process unless it gets a name.
/// Returns its descriptor, or -1 with errno where there are no such files.
int pk_open_unnamed(const char *folder);

/// Gives such a file a name that does not exist yet.
/// Returns 0, or -1 with errno: EEXIST if the name exists.
int pk_name(int file, const char *path);

/// 1 if an open file or folder is on a file system in memory (tmpfs, ramfs), else 0.
int pk_is_in_memory(int file);

/// Disables core dumps of the calling process and, on Linux, access by other processes of the same
/// user (debuggers, /proc/PID/mem); see getrlimit(2), PR_SET_DUMPABLE(2const). Also turns off
/// Swift's crash reports, which print registers and the memory that they point to. Writing beyond
/// the limit on the size of files becomes an error (EFBIG) in this process; programs that it starts
/// get the default back. SIGCHLD gets its default, or the kernel would forget how programs that it
/// starts have ended. Memory of a file that was cut ends the process with the exit status 74 and words
/// on standard error, not by the signal SIGBUS.
void pk_harden_process(void);

/// Decrypts with a cipher that only old files use, given by its name in OpenSSL 3, with the
/// system's OpenSSL. `output` must have 64 bytes more than the input. Returns the length of the
/// output, -1 if the cipher is not available, or -2 if the padding is wrong.
long pk_older_decrypt(
    const char *name, const uint8_t *key, const uint8_t *vector, const uint8_t *input, size_t count,
    uint8_t *output
);

/// 1 if the system has OpenSSL 3, whose cryptography the functions below use, else 0.
int pk_system_crypto_present(void);

/// Hashes a message with a function of OpenSSL, such as "SHA224". `digest` has `length` bytes.
/// Returns 1, or 0 if there is no such function with digests of this length.
int pk_system_digest(
    const char *name, const uint8_t *input, size_t count, uint8_t *digest, size_t length
);

/// Raises a number to a power modulo an odd number, all big-endian, in a time that does not depend on
/// the exponent. `base`, `modulus` and `result` have `count` bytes. Returns 1, or 0 without OpenSSL.
int pk_system_power(
    const uint8_t *base, const uint8_t *exponent, size_t exponent_count, const uint8_t *modulus,
    uint8_t *result, size_t count
);

#define PK_RSA_SIGN 0
#define PK_RSA_VERIFY 1
#define PK_RSA_ENCRYPT 2
#define PK_RSA_DECRYPT 3
#define PK_RSA_CHECK 4

/// One operation of RSA, to be carried out by the system's OpenSSL.
struct pk_rsa_call {
    int operation;
    /// A private key in PKCS #1 to sign, decrypt and check; a public key with its algorithm
    /// (SubjectPublicKeyInfo) to verify and encrypt.
    const uint8_t *key;
    size_t key_count;
    /// A private key that pk_system_rsa_key has read, to use it instead of `key`; else NULL.
    void *kept_key;
    /// "none", "pkcs1", "pss" or "oaep".
    const char *padding;
    /// The hash of the padding in OpenSSL's spelling, such as "SHA224"; NULL if it has none.
    const char *hash;
    /// What is signed, encrypted or decrypted.
    const uint8_t *input;
    size_t input_count;
    /// A signature to verify.
    const uint8_t *signature;
    size_t signature_count;
    /// The result of signing, encrypting and decrypting, with room for a block of the key.
    uint8_t *output;
    size_t output_count;
};

#define PK_RSA_ABSENT (-1)
#define PK_RSA_NO_KEY (-2)
#define PK_RSA_REFUSED (-3)

/// Carries an operation out. Returns the length of the result, which is 0 where there is none, or
/// one of the negative numbers above: without OpenSSL, for a key that is not one, and where the
/// operation fails, such as for a wrong signature.
long pk_system_rsa(const struct pk_rsa_call *call);

/// Reads a private key in PKCS #1, to use it several times and in several threads. NULL without
/// OpenSSL, and for a key that is not one.
void *pk_system_rsa_key(const uint8_t *key, size_t count);

/// Overwrites and frees a key that was read.
void pk_system_rsa_key_free(void *key);

/// 1 if the system has libargon2, else 0.
int pk_argon2_present(void);

/// What Argon2 (RFC 9106) computes a hash from. It has no secret and no associated data.
struct pk_argon2_call {
    /// 0 for Argon2d, 1 for Argon2i, 2 for Argon2id.
    int type;
    /// 0x10 or 0x13.
    uint32_t version;
    uint32_t passes;
    uint32_t kibibytes;
    /// Each lane is computed by a thread.
    uint32_t lanes;
    const uint8_t *input;
    size_t input_count;
    const uint8_t *salt;
    size_t salt_count;
};

/// Computes a hash with Argon2 by the system's libargon2. Returns 1, or 0 without it, without the
/// memory, and for parameters that Argon2 does not have.
int pk_argon2(const struct pk_argon2_call *call, uint8_t *output, size_t output_count);

/// 1 if the system has libsodium with Salsa20, else 0.
int pk_salsa20_present(void);

/// Encrypts or decrypts with Salsa20 by the system's libsodium, from a block of 64 bytes on. The key
/// has 32 bytes, the nonce 8. Returns 1, or 0 without the library.
int pk_salsa20(
    const uint8_t *key, const uint8_t *nonce, uint64_t block, const uint8_t *input, size_t count,
    uint8_t *output
);

/// 1 if the system has libsodium with NaCl's crypto_box, else 0.
int pk_box_present(void);

/// Computes the public key of a secret key of X25519; both have 32 bytes. Returns 1, or 0 without the library.
int pk_box_public_key(const uint8_t *secret, uint8_t *public_key);

/// Computes the key that two pairs of keys share (HSalsa20 of X25519); all have 32 bytes. Returns 1, or 0 without
/// the library and for a public key that makes every shared key the same.
int pk_box_shared_key(const uint8_t *public_key, const uint8_t *secret, uint8_t *shared);

/// Encrypts with XSalsa20-Poly1305: the shared key has 32 bytes, the nonce 24, and the output 16 more than the
/// input. Returns 1, or 0 without the library.
int pk_box_seal(
    const uint8_t *shared, const uint8_t *nonce, const uint8_t *input, size_t count, uint8_t *output
);

/// Decrypts what pk_box_seal made: the output has 16 bytes less than the input. Returns 1, or 0 without the
/// library, and for an input that was not sealed with this key and nonce.
int pk_box_open(
    const uint8_t *shared, const uint8_t *nonce, const uint8_t *input, size_t count, uint8_t *output
);

/// 1 if the system has libidn2, else 0.
int pk_domains_have_names(void);

/// Writes the form in which browsers send a host (UTS #46, not transitional), with a zero at its end. Returns its
/// length, or -1 without libidn2, for a name that has no such form, and for one that does not fit.
long pk_domain_ascii(const char *name, char *output, size_t room);

/// Writes the form of a host that people read, likewise.
long pk_domain_unicode(const char *name, char *output, size_t room);

/// 1 if the system has libpsl with a list of public suffixes, else 0.
int pk_domains_have_suffixes(void);

/// Whether a host, in ASCII and lower case, is a public suffix: 1 or 0; -1 without libpsl or its list.
int pk_domain_is_public_suffix(const char *name);

/// A standard file of a child: that of this process, /dev/null, joined with a file of this process, or the
/// socket that is its joined standard input.
#define PK_CHILD_INHERITED 0
#define PK_CHILD_NOTHING 1
#define PK_CHILD_JOINED 2
#define PK_CHILD_INPUT 3

/// How a program is started.
struct pk_child {
    /// The program, searched for in PATH unless its name has a slash, and its arguments; the last
    /// one is NULL.
    const char *const *words;
    /// All variables as NAME=value, the last one NULL; NULL for those of this process.
    const char *const *environment;
    /// What its standard files are.
    int32_t files[3];
    /// Whether it has a session, so no terminal, and a process group of its own.
    int own_session;
    /// Whether it inherits the other files of this process that are not marked as O_CLOEXEC. Where the C
    /// library cannot close them (musl, glibc before 2.34), it always does.
    int keeps_files;
};

/// Starts a program that inherits no blocked signals, and none of the signals that programs of this
/// project ignore. Stores this process's ends of joined files, else -1: a socket for standard input,
/// pipes for the others. Returns the process, or -1 with errno.
int32_t pk_child_start(const struct pk_child *child, int32_t ends[3]);

/// Sends some bytes to the joined standard input of a child; returns their number, or -1 with errno.
/// With `waits` 0 it does not wait for room. Does not raise SIGPIPE.
long pk_child_send(int file, const void *bytes, size_t count, int waits);

/// Forks a child without a terminal, whose standard files are /dev/null (fork(2)). The caller must
/// have only one thread. Returns the child's process in the parent, 0 in the child, -1 on failure.
int32_t pk_background(void);

/// Listens on a Unix socket to which only its owner can connect. Returns the descriptor, or -1 with
/// errno: ENAMETOOLONG if the path is too long for an address, EADDRINUSE if the file exists.
int pk_socket_listen(const char *path);

/// Whether a process listens on a Unix socket.
int pk_socket_answers(const char *path);

/// Accepts a connection, and stores the user and the number of the client's process (0 if it is not
/// known). Returns the descriptor, or -1 with errno.
int pk_socket_accept(int listener, uint32_t *user, int32_t *process);

/// Sends all bytes to a socket; 0, or -1 if the other side has closed it or does not read them
/// within so many milliseconds altogether. Does not raise SIGPIPE.
int pk_socket_send(int file, const void *bytes, size_t count, int32_t milliseconds);

// Who is at the other end of a Unix socket, and of each message (unix(7)). Linux only: elsewhere they
// fail with ENOSYS.

/// Connects to a Unix socket, and stores the user who listens there. Returns the descriptor, or -1
/// with errno.
int pk_socket_connect(const char *path, uint32_t *user);

/// The user and the process at the other end, as they were when it connected or listened; 0, or -1.
int pk_socket_peer(int file, uint32_t *user, int32_t *process);

/// Stores the address to which the other end is bound, without its family: a path, nothing, or NUL
/// and a name (unix(7)). Returns the number of bytes, or -1 with errno; ENOBUFS if there is no room.
long pk_socket_peer_address(int file, void *bytes, size_t room);

/// From now on, the kernel tells who sent what arrives. Set on a listening socket, it holds for the
/// sockets that are accepted. Returns 0, or -1 with errno.
int pk_socket_pass_credentials(int file);

/// A descriptor of the process that connected, whose number cannot come to mean another process
/// (pidfd_open(2)); -1 before Linux 6.5.
int pk_socket_peer_pidfd(int file);

/// Opens a file that becomes readable when a child process ends, until its end was waited for
/// (pidfd_open(2)); -1 where the system has none.
int pk_child_end_file(int process);

/// Whether the process of such a descriptor has ended.
int pk_process_has_ended(int pidfd);

/// Whether a user may have mounted the file system of a descriptor, so that the user and not the kernel
/// says who owns a file: a program serves it (fuse(4)), or set-user-ID programs do not work there, as on
/// all that users may mount (mount(8)). 1 too where that is not known.
int pk_file_is_on_mount_of_user(int file);

/// Receives bytes of one sender, and stores the user and process that sent them (0 if they are not
/// known). With `waits` 0 it does not wait. Descriptors that come with them are closed. Returns the
/// number of bytes, 0 at the end of the connection, or -1 with errno.
long pk_socket_receive(
    int file, void *bytes, size_t room, int waits, uint32_t *user, int32_t *process
);

/// The program that a process runs: its path, or the name that it gave itself in quotation marks
/// if the path is not known, or an empty text. For people: no proof of anything.
void pk_process_program(int32_t process, char *text, size_t room);

/// Whether a time server keeps the clock right, as far as the kernel knows (adjtimex(2)): 1 or 0, or
/// -1 where nothing says it.
int pk_clock_is_synchronized(void);

/// Makes a file without a name in memory with these bytes, sealed against any change
/// (memfd_create(2)), that a program which replaces this one inherits. Returns it, or -1 with errno;
/// ENOSYS on Apple's systems.
int32_t pk_sealed_file(const void *bytes, size_t count);

/// Replaces this process by the command of `words`, which end with NULL, with the environment of this
/// process and the given variables: strings `NAME=value`, each with its zero, of `count` bytes in
/// all. Returns only if that fails, with the number of the error.
int32_t pk_execute(char *const *words, const char *variables, size_t count);

/// Reads an IPv4 or IPv6 address as text (inet_pton(3)) into up to 16 bytes. Returns their number,
/// 4 or 16, or 0 for any other text.
int pk_address_parse(const char *text, uint8_t *bytes);

// Descriptors with which a program waits in poll(2) until the kernel has news for it.

/// A file that can be read as long as one of these signals is pending, which must be blocked
/// (signalfd(2)); -1 on systems without such files.
int pk_signal_file(const sigset_t *signals);

/// Takes the signals that are pending in such a file, so that they no longer are.
void pk_signal_take(int file);

/// A file that can be read after the files in a folder were changed, moved, made or removed, by whatever
/// process (inotify(7)); -1 where the system does not tell.
int pk_folder_watch(const char *folder);

/// Takes what such a file has. Returns 1 if a file is among it whose name begins with `name`, 0 if not,
/// and -1 if the folder is gone, of which nothing more will come.
int pk_folder_news(int watch, const char *name);

/// Makes a pipe that no other program inherits and that makes nobody wait: what reads it, then what
/// writes it. Returns 0, or -1 with errno.
int pk_event_open(int *ends);

/// Opens a file that becomes readable after a number of seconds, also counting the time in which the machine
/// sleeps (timerfd_create(2)); -1 where the system has none.
int pk_alarm_file(int seconds);
