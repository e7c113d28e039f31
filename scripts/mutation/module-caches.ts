/** The maps and tables of the modules of a folder. */
export interface ModuleCaches {
  /** Ends tracking: to be called when all modules are loaded. */
  loaded(): void;
  /** Restores the content that each had then. */
  forget(): void;
}

/**
 * Tracks the maps and byte tables that modules create when they are loaded, so that results cached for one mutant are not used for the
 * next.
 *
 * @param folder path of the tracked modules; others are not changed
 */
export function trackModuleCaches(folder: string): ModuleCaches {
  const { Map: PlainMap, WeakMap: PlainWeakMap, Uint8Array: PlainBytes } = globalThis;
  const tracked: { loaded?(): void; forget(): void }[] = [];
  const track = (cache: { loaded?(): void; forget(): void }) => {
    // The third line is the caller of the constructor.
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
