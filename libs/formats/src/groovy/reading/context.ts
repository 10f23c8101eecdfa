import { randomUUID } from 'node:crypto';
import type { PublicKind } from '@slipway/domain/ids';
import { type Message, message } from '@slipway/domain/messages';
import type { Statement } from '../language/tree.ts';

/** The input and the collected results of reading a template. */
export class ReadContext {
  /** of our own types in the JSON that is made */
  readonly prefix = 'xlrelease';
  /** ids of the template's variables, by key */
  readonly variables = new Map<string, string>();
  readonly #text: string;
  readonly #ids = new Map<Statement, string>();
  readonly #warnings: Located[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  get text(): string {
    return this.#text;
  }

  qualifyType(type: string): string {
    return `${this.prefix}.${type}`;
  }

  /** A new id, which nothing else has. */
  newId(kind: PublicKind): string {
    return `${kind}${randomUUID().replaceAll('-', '')}`;
  }

  /** The id of the object that a statement declares, always the same one. */
  idOf(kind: PublicKind, statement: Statement): string {
    const existingId = this.#ids.get(statement) ?? this.newId(kind);
    this.#ids.set(statement, existingId);
    return existingId;
  }

  /** Reports a part that was left out. */
  warn({ at }: { readonly at: number }, warning: Message): void {
    this.#warnings.push({ at, warning });
  }

  /** The warnings, by line; the first hundred, and the number of the others. */
  warnings(): readonly Message[] {
    const sorted = this.#warnings.toSorted((a, b) => a.at - b.at);
    const shownWarnings = withLines(this.#text, sorted.slice(0, maxWarnings));
    const more = sorted.length - shownWarnings.length;
    return more > 0 ? [...shownWarnings, message('groovy.more', { count: more })] : shownWarnings;
  }
}

const maxWarnings = 100;

/** A warning about the statement at an offset. */
interface Located {
  readonly at: number;
  readonly warning: Message;
}

function withLines(text: string, sorted: readonly Located[]): readonly Message[] {
  let line = 1;
  let end = text.indexOf('\n');
  return sorted.map(({ at, warning }) => {
    for (; end !== -1 && end < at; end = text.indexOf('\n', end + 1)) line += 1;
    return message('groovy.line', { line, warning });
  });
}
