// Where the site is, for DocC's scripts: the folder of this file. And the line at the top of each page.
(() => {
    const root = new URL(".", document.currentScript.src);
    window.baseUrl = root.pathname;

    // Browsers let no script read the other files of a folder without a web server.
    if (location.protocol === "file:") {
        window.stop();
        document.documentElement.innerHTML =
            `<head><title>PortableKeychain</title><link href="${root}site.css" rel="stylesheet"></head><body>` +
            '<main class="notice"><h1>Open this site through a web server</h1><p>In its folder, run ' +
            "<code>python3 -m http.server</code>, and open <code>http://localhost:8000</code>.</p></main></body>";
        return;
    }

    // The router knows pages by their folders.
    if (location.pathname.endsWith("/index.html")) {
        const folder = location.pathname.slice(0, -"index.html".length);
        history.replaceState(null, "", folder + location.search + location.hash);
    }

    const links = [
        ["documentation/guides/", "PortableKeychain", "home"],
        ["documentation/guides/whichdoor/", "Which door?", ""],
        ["documentation/guides/troubleshooting/", "Troubleshooting", ""],
        ["documentation/", "All modules", ""],
    ];

    class SiteHeader extends HTMLElement {
        connectedCallback() {
            const bar = document.createElement("nav");
            bar.className = "site-header";
            bar.setAttribute("aria-label", "Site");
            for (const [path, title, role] of links) {
                const link = document.createElement("a");
                link.href = new URL(path, root);
                link.textContent = title;
                link.className = role;
                bar.append(link);
            }
            const form = document.createElement("form");
            form.action = new URL("search/", root);
            form.setAttribute("role", "search");
            const field = document.createElement("input");
            field.type = "search";
            field.name = "q";
            field.placeholder = "Search all text";
            field.setAttribute("aria-label", "Search all text");
            field.value = new URLSearchParams(location.search).get("q") ?? "";
            // A letter typed here is no command to the page, such as "/" for its quick navigation.
            field.addEventListener("keydown", (event) => event.stopPropagation());
            form.append(field);
            bar.append(form);
            this.append(bar);
        }
    }
    customElements.define("custom-header", SiteHeader);
})();
