// The page of results: reads the index of all text that was made with the site, and needs no server for it.
(async () => {
    const summary = document.getElementById("summary");
    const results = document.getElementById("results");
    const query = (new URLSearchParams(location.search).get("q") ?? "").trim();
    const phrase = query.toLowerCase();
    const words = phrase.split(/\s+/).filter(Boolean);
    if (words.length === 0) {
        summary.textContent = "Write words into the field at the top: pages that have all of them are found.";
        return;
    }
    document.title = `${query} - PortableKeychain`;

    // What a word is worth, by where it is; 0 if it is nowhere.
    const worth = (word, { title, heading, abstract, text }) => {
        if (title === word) return 100;
        if (title.startsWith(word)) return 40;
        if (title.includes(word)) return 25;
        if (heading.includes(word)) return 20;
        if (abstract.includes(word)) return 8;
        return text.includes(word) ? 3 : 0;
    };

    // The value of a section for the query: that of its words, and more if they are together.
    const value = (places) => {
        const values = words.map((word) => worth(word, places));
        if (values.includes(0)) return 0;
        const together = Object.values(places).filter((place) => place.includes(phrase)).length;
        return values.reduce((sum, one) => sum + one, 0) + (words.length > 1 ? together * 20 : 0);
    };

    const index = await (await fetch("index.json")).json();
    const groups = { "Guides and articles": [], Symbols: [] };
    for (const [url, module, kind, title, abstract, parts] of index) {
        const group = module === "" || kind === "Article" ? "Guides and articles" : "Symbols";
        for (const [anchor, heading, text] of parts.length ? parts : [["", "", ""]]) {
            const lower = (place) => place.toLowerCase();
            const places = { title: lower(title), heading: lower(heading), abstract: lower(abstract), text: lower(text) };
            const worthOfAll = value(places);
            if (worthOfAll === 0) continue;
            // Types before their members, which have longer addresses; guides before specifications, whose
            // sections have numbers.
            const depth = url.split("/").length + (/^\d/.test(heading) ? 60 : 0);
            groups[group].push({ url, module, kind, title, abstract, anchor, heading, text, value: worthOfAll - depth });
        }
    }

    // A piece of text around the words, with all of them marked.
    const excerpt = ({ abstract, text }) => {
        const lower = text.toLowerCase();
        const first = lower.includes(phrase) ? phrase : words.find((word) => lower.includes(word));
        const before = first === undefined ? 0 : Math.max(0, lower.indexOf(first) - 80);
        const start = before === 0 ? 0 : lower.indexOf(" ", before) + 1;
        const piece = first === undefined ? abstract || text.slice(0, 200) : text.slice(start, start + 240);
        const paragraph = document.createElement("p");
        const pattern = words.map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).join("|");
        for (const part of piece.split(new RegExp(`(${pattern})`, "i"))) {
            const node = document.createElement(words.includes(part.toLowerCase()) ? "mark" : "span");
            node.textContent = part;
            paragraph.append(node);
        }
        return paragraph;
    };

    const show = (hit) => {
        const item = document.createElement("li");
        const link = document.createElement("a");
        link.href = `../${hit.url.split("/").map(encodeURIComponent).join("/")}${hit.anchor ? "#" + hit.anchor : ""}`;
        link.textContent = hit.heading ? `${hit.title}: ${hit.heading}` : hit.title;
        const place = document.createElement("div");
        place.className = "place";
        place.textContent = [hit.module || "Guides", hit.kind].filter(Boolean).join(" · ");
        item.append(link, place, excerpt(hit));
        return item;
    };

    let total = 0;
    const lists = Object.entries(groups).map(([name, hits]) => {
        hits.sort((one, other) => other.value - one.value || one.title.length - other.title.length);
        // At most two sections of a page.
        const counts = new Map();
        const chosen = hits.filter(({ url }) => {
            counts.set(url, (counts.get(url) ?? 0) + 1);
            return counts.get(url) <= 2;
        });
        total += chosen.length;
        return { name, chosen };
    });
    // Whoever writes the name of a symbol means it.
    if (lists[1].chosen[0]?.title.toLowerCase() === phrase) lists.reverse();
    for (const { name, chosen } of lists.filter((list) => list.chosen.length > 0)) {
        const heading = document.createElement("h2");
        heading.textContent = `${name} (${chosen.length})`;
        const list = document.createElement("ol");
        const rest = chosen.slice(8);
        list.append(...chosen.slice(0, 8).map(show));
        results.append(heading, list);
        if (rest.length === 0) continue;
        const more = document.createElement("button");
        more.textContent = `Show ${Math.min(rest.length, 100)} more`;
        more.addEventListener("click", () => {
            list.append(...rest.slice(0, 100).map(show));
            more.remove();
        });
        results.append(more);
    }
    summary.textContent = total ? `“${query}”: ${total} places` : `Nothing has all of these words: “${query}”.`;
})();
