import { createHash } from 'node:crypto';
import { mostModules, type ScriptError, scriptError } from '@slipway/scripts';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { Translated } from '../pool/child-process.ts';

/** A script may import from jars that this runner does not have: their digests. */
export class MissingModules extends Error {
  override name = 'MissingModules';
  readonly digests: readonly string[];
  constructor(digests: readonly string[]) {
    super('modules are lacking');
    this.digests = digests;
  }
}

interface Jar {
  readonly files: Readonly<Record<string, string>>;
  readonly size: number;
}

/** Characters of modules in JavaScript that a runner keeps. */
const mostTranslated = 64_000_000;

const translated = z.union([
  z.object({ code: z.string(), needs: z.array(z.string()) }),
  z.object({ error: scriptError }),
]);

/** The request to a compiling child, and its answer; null without one. */
type Translate = (module: string) => Promise<string | null>;

const tooLarge = { type: 'SyntaxError', message: 'the module is too large to be compiled', line: null };
const faulty = (fault: ScriptError): Translated => ({ code: '', needs: [], fault });

function read(text: string): Translated {
  const told = translated.parse(JSON.parse(text));
  return 'error' in told ? faulty(told.error) : { ...told, fault: null };
}

/** The cached jars of a runner, by their digests, and their modules in JavaScript, each translated once. */
export class ModuleStore {
  readonly #jars = new LRUCache<string, Jar>({ maxSize: mostModules, sizeCalculation: ({ size }) => size });
  readonly #translated = new LRUCache<string, Translated>({
    maxSize: mostTranslated,
    sizeCalculation: ({ code }) => code.length + 100,
  });
  readonly #beingTranslated = new Map<string, Promise<string | null>>();
  readonly #translate: Translate;

  constructor(translate: Translate) {
    this.#translate = translate;
  }

  /** Keeps a jar under the digest of `text`, which is its files as JSON. */
  keep(text: string, files: Jar['files']): void {
    const digest = createHash('sha256').update(text).digest('hex');
    this.#jars.set(digest, { files, size: text.length + 1 });
  }

  /** The files of jars, for a child. Throws MissingModules. */
  indexOf(digests: readonly string[]): string {
    const lacking = digests.filter((digest) => !this.#jars.has(digest));
    if (lacking.length > 0) throw new MissingModules(lacking);
    return JSON.stringify(digests.map((digest) => [digest, Object.keys(this.#filesOf(digest))]));
  }

  /**
   * The modules with these keys (`digest/file`) and all that they import in turn; missing files are left out. Throws
   * MissingModules.
   */
  async closure(keys: readonly string[]): Promise<Readonly<Record<string, Translated>>> {
    const found: Record<string, Translated> = {};
    const open = [...keys];
    for (let key = open.pop(); key !== undefined; key = open.pop()) {
      if (Object.hasOwn(found, key)) continue;
      const module = await this.#moduleOf(key);
      if (module === null) continue;
      found[key] = module;
      open.push(...module.needs);
    }
    return found;
  }

  #filesOf(digest: string): Jar['files'] {
    return this.#jars.get(digest)?.files ?? {};
  }

  async #moduleOf(key: string): Promise<Translated | null> {
    const kept = this.#translated.get(key);
    if (kept !== undefined) return kept;
    const digest = key.slice(0, key.indexOf('/'));
    const file = key.slice(digest.length + 1);
    if (!this.#jars.has(digest)) throw new MissingModules([digest]);
    const files = this.#filesOf(digest);
    const text = Object.hasOwn(files, file) ? files[file] : undefined;
    if (text === undefined) return null;
    const asked = JSON.stringify({ text, file, jar: [digest, Object.keys(files)] });
    const being = this.#beingTranslated.get(key) ?? this.#translate(asked);
    this.#beingTranslated.set(key, being);
    try {
      const told = await being;
      if (told === null) return faulty(tooLarge);
      const module = read(told);
      this.#translated.set(key, module);
      return module;
    } finally {
      this.#beingTranslated.delete(key);
    }
  }
}
