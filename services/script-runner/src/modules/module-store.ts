import { createHash } from 'node:crypto';
import { maxModuleCharacters, type ScriptError, scriptError } from '@slipway/script-protocol';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { TranslatedModule } from '../pool/child-process.ts';

/** A script may import from jars that this runner has not received. `digests` lists them. */
export class MissingModules extends Error {
  override name = 'MissingModules';
  readonly digests: readonly string[];
  constructor(digests: readonly string[]) {
    super('modules are missing');
    this.digests = digests;
  }
}

interface Jar {
  readonly files: Readonly<Record<string, string>>;
  readonly size: number;
}

/** The size limit of the cache of translated modules, in characters. */
const maxTranslatedSize = 64_000_000;

const translated = z.union([
  z.object({ code: z.string(), needs: z.array(z.string()) }),
  z.object({ error: scriptError }),
]);

/** Sends a request to a compiling child. Returns its answer; null if there is none. */
type Translate = (module: string) => Promise<string | null>;

const tooLarge = { type: 'SyntaxError', message: 'the module is too large to compile', line: null };
const failedModule = (fault: ScriptError): TranslatedModule => ({ code: '', needs: [], fault });

function parseTranslation(text: string): TranslatedModule {
  const parsed = translated.parse(JSON.parse(text));
  return 'error' in parsed ? failedModule(parsed.error) : { ...parsed, fault: null };
}

/** The jars of a runner by digest, and their modules in JavaScript. Each module is translated once. */
export class ModuleStore {
  readonly #jars = new LRUCache<string, Jar>({ maxSize: maxModuleCharacters, sizeCalculation: ({ size }) => size });
  readonly #translated = new LRUCache<string, TranslatedModule>({
    maxSize: maxTranslatedSize,
    sizeCalculation: ({ code }) => code.length + 100,
  });
  readonly #pendingTranslations = new Map<string, Promise<string | null>>();
  readonly #translate: Translate;

  constructor(translate: Translate) {
    this.#translate = translate;
  }

  /** Stores a jar under the digest of `text`, the files of the jar as JSON. */
  store(text: string, files: Jar['files']): void {
    const digest = createHash('sha256').update(text).digest('hex');
    this.#jars.set(digest, { files, size: text.length + 1 });
  }

  /** Returns the paths of the files of jars, as JSON for a child. Throws MissingModules. */
  indexOf(digests: readonly string[]): string {
    const missing = digests.filter((digest) => !this.#jars.has(digest));
    if (missing.length > 0) throw new MissingModules(missing);
    return JSON.stringify(digests.map((digest) => [digest, Object.keys(this.#filesOf(digest))]));
  }

  /**
   * Returns the modules with these keys (`digest/file`) and their transitive imports, without missing files. Throws
   * MissingModules.
   */
  async closure(keys: readonly string[]): Promise<Readonly<Record<string, TranslatedModule>>> {
    const modules: Record<string, TranslatedModule> = {};
    const open = [...keys];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (Object.hasOwn(modules, key)) continue;
      const module = await this.#moduleOf(key);
      if (module === null) continue;
      modules[key] = module;
      open.push(...module.needs);
    }
    return modules;
  }

  #filesOf(digest: string): Jar['files'] {
    return this.#jars.get(digest)?.files ?? {};
  }

  async #moduleOf(key: string): Promise<TranslatedModule | null> {
    const cached = this.#translated.get(key);
    if (cached !== undefined) return cached;
    const digest = key.slice(0, key.indexOf('/'));
    const file = key.slice(digest.length + 1);
    if (!this.#jars.has(digest)) throw new MissingModules([digest]);
    const files = this.#filesOf(digest);
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    if (text === undefined) return null;
    const request = JSON.stringify({ text, file, jar: [digest, Object.keys(files)] });
    const pending = this.#pendingTranslations.get(key) ?? this.#translate(request);
    this.#pendingTranslations.set(key, pending);
    try {
      const parsed = await pending;
      if (parsed === null) return failedModule(tooLarge);
      const module = parseTranslation(parsed);
      this.#translated.set(key, module);
      return module;
    } finally {
      this.#pendingTranslations.delete(key);
    }
  }
}
