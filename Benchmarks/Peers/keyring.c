// The same items in the desktop's keyring, through libsecret.
//
//     keyring serve            answers lines (peer.h); the bus and the keyring are there already
#define _GNU_SOURCE
#include "peer.h"
#include <libsecret/secret.h>
#include <spawn.h>
#include <sys/wait.h>

static const SecretSchema schema = {
    "org.example.Benchmark",
    SECRET_SCHEMA_DONT_MATCH_NAME,
    {{"service", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"account", SECRET_SCHEMA_ATTRIBUTE_STRING}},
};

static int search(const char *service, SecretSearchFlags flags) {
    GError *error = NULL;
    GList *items = secret_password_search_sync(
        &schema, SECRET_SEARCH_ALL | flags, NULL, &error, "service", service, NULL);
    if (error) peer_fail("search", error->message);
    int found = items != NULL;
    g_list_free_full(items, g_object_unref);
    return found;
}

// The command line tool as a whole process, here because here is the bus.
static int run_tool(char *service, char *account) {
    char *command[] = {"secret-tool", "lookup", "service", service, "account", account, NULL};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int status;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", 1, 0);
    if (posix_spawnp(&child, command[0], &actions, NULL, command, environ) != 0) return 0;
    waitpid(child, &status, 0);
    posix_spawn_file_actions_destroy(&actions);
    return status == 0;
}

int peer_do(const char *work, long index) {
    GError *error = NULL;
    char service[64], account[64], secret[64];
    int isRight;
    peer_service(service, index);
    peer_account(account, index);
    if (!strcmp(work, "tool")) return run_tool(service, account);
    if (!strcmp(work, "list-data")) return search(service, SECRET_SEARCH_LOAD_SECRETS);
    if (!strcmp(work, "list-attributes")) return search(service, SECRET_SEARCH_NONE);
    if (!strcmp(work, "insert") || !strcmp(work, "update")) {
        peer_secret(secret, peer_novelty());
        isRight = secret_password_store_sync(
            &schema, SECRET_COLLECTION_DEFAULT, account, secret, NULL, &error, "service", service,
            "account", account, NULL);
    } else if (!strcmp(work, "delete")) {
        isRight = secret_password_clear_sync(
            &schema, NULL, &error, "service", service, "account", account, NULL);
    } else {
        gchar *found = secret_password_lookup_sync(
            &schema, NULL, &error, "service", service, "account", account, NULL);
        isRight = strcmp(work, "miss") ? found != NULL : found == NULL;
        secret_password_free(found);
    }
    if (error) peer_fail(work, error->message);
    return isRight;
}

int main(int count, char **arguments) {
    if (count == 2 && !strcmp(arguments[1], "serve")) peer_serve();
    return 0;
}
