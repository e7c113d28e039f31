/** The maps and tables that the modules of a folder keep. */
export interface ModuleCaches {
  /** To be called when all modules are loaded: from then on, what is made is no module's. */
  loaded(): void;
  /** Gives each the content that it had then. */
  forget(): void;
}

/**
 * Keeps track of the maps and byte tables that modules make when they are loaded: what they have remembered of one mutant
 * must not answer for the next.
 *
 * @param folder the path of the folder whose modules are meant: what other modules keep is not touched
 */
export function trackModuleCaches(folder: string): ModuleCaches {
  const { Map: PlainMap, WeakMap: PlainWeakMap, Uint8Array: PlainBytes } = globalThis;
  const tracked: { loaded?(): void; forget(): void }[] = [];
  const track = (cache: { loaded?(): void; forget(): void }) => {
    // The third is who calls the constructor that calls this.
    if (new Error().stack?.split('\n')[3]?.includes(folder) === true) tracked.push(cache);
  };

  class TrackedMap<K, V> extends PlainMap<K, V> {
    constructor(entries?: Iterable<readonly [K, V]> | null) {
      super(entries);
      let first: readonly [K, V][] = [];
      track({
        loaded: () => {
          first = [...this];
        },
        forget: () => {
          if (this.size === first.length) return;
          this.clear();
          for (const [key, value] of first) this.set(key, value);
        },
      });
    }
  }

  class TrackedWeakMap<K extends WeakKey, V> {
    #stored: WeakMap<K, V>;

    constructor(entries: readonly (readonly [K, V])[] = []) {
      this.#stored = new PlainWeakMap(entries);
      track({
        forget: () => {
          this.#stored = new PlainWeakMap();
        },
      });
    }

    get(key: K): V | undefined {
      return this.#stored.get(key);
    }

    has(key: K): boolean {
      return this.#stored.has(key);
    }

    set(key: K, value: V): this {
      this.#stored.set(key, value);
      return this;
    }

    delete(key: K): boolean {
      return this.#stored.delete(key);
    }
  }

  class TrackedBytes extends PlainBytes {
    constructor(...content: [number]) {
      super(...content);
      let first: Uint8Array = this;
      track({
        loaded: () => {
          first = new PlainBytes(this);
        },
        forget: () => this.set(first),
      });
    }
  }

  Object.assign(globalThis, { Map: TrackedMap, WeakMap: TrackedWeakMap, Uint8Array: TrackedBytes });
  return {
    loaded() {
      Object.assign(globalThis, { Map: PlainMap, WeakMap: PlainWeakMap, Uint8Array: PlainBytes });
      for (const cache of tracked) cache.loaded?.();
    },
    forget() {
      for (const cache of tracked) cache.forget();
    },
  };
}
