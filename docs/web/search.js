// Search where pages are opened as files: a browser neither fetches the index nor starts a worker there, so the index is
// a script (`search_index.js`), and the worker runs in a frame.
if (location.protocol === "file:" && window.search_index) {
  window.__search = {index: Promise.resolve(window.search_index)};
  window.Worker = class extends EventTarget {
    constructor(address) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      document.body.appendChild(this.frame);
      const inside = this.frame.contentWindow, page = this.frame.contentDocument;
      page.open();
      page.write("<!DOCTYPE html><body></body>");
      page.close();
      inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", {data}));
      this.ready = new Promise((done) => {
        const script = page.createElement("script");
        script.src = address;
        script.onload = done;
        page.body.appendChild(script);
      });
    }
    postMessage(data) {
      this.ready.then(() => this.frame.contentWindow.dispatchEvent(new MessageEvent("message", {data})));
    }
  };
}
