import { randomUUID } from 'node:crypto';
import type { PublicKind } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import type { Statement } from '../language/tree.ts';

/** The input and the results of reading a template. */
export class ReadContext {
  /** the prefix of built-in types in the resulting JSON */
  readonly prefix = 'xlrelease';
  /** ids of the template's variables, by key */
  readonly variables = new Map<string, string>();
  readonly #text: string;
  readonly #ids = new Map<Statement, string>();
  readonly #warnings: LocatedObject[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  qualifyType(type: string): string {
    return `${this.prefix}.${type}`;
  }

  /** Returns a new unique id. */
  newId(kind: PublicKind): string {
    return `${kind}${randomUUID().replaceAll('-', '')}`;
  }

  /** Returns the id of the object that a statement declares. It is the same for each call. */
  idOf(kind: PublicKind, statement: Statement): string {
    const existingId = this.#ids.get(statement) ?? this.newId(kind);
    this.#ids.set(statement, existingId);
    return existingId;
  }

  /** Adds a warning about an omitted part. */
  warn({ at }: { readonly at: number }, warning: Message): void {
    this.#warnings.push({ at, warning });
  }

  /** Returns the first hundred warnings in the order of lines, and the number of the others. */
  warnings(): readonly Message[] {
    const sorted = this.#warnings.toSorted((a, b) => a.at - b.at);
    const shownWarnings = withLines(this.#text, sorted.slice(0, maxWarnings));
    const more = sorted.length - shownWarnings.length;
    return more > 0 ? [...shownWarnings, message('groovy.more', { count: more })] : shownWarnings;
  }
}

const maxWarnings = 100;

/** A warning about the statement at an offset. */
interface LocatedObject {
  readonly at: number;
  readonly warning: Message;
}

function withLines(text: string, sorted: readonly LocatedObject[]): readonly Message[] {
  let line = 1;
  let end = text.indexOf('\n');
  return sorted.map(({ at, warning }) => {
    for (; end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
    return message('groovy.line', { line, warning });
  });
}
