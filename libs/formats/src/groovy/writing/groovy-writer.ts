import { type Json, passwordMask } from '@slipway/domain/model';
import { argumentsOf, depthOf, inComment, literalOf, nameLiteral, scriptLiteral } from './literals.ts';

/** The maximum depth of the value of a member. The parser rejects deeper values. */
const maxDepth = 50;

/** Writes a file, line by line. */
export class GroovyWriter {
  readonly #lines: string[] = [];
  #depth = 0;

  /** Writes a block with its name and title. */
  block(name: string, title: string | null, write: () => void): void {
    const head = title === null ? name : `${name}(${literalOf(title, this.#indent)})`;
    this.#line(`${head} {`);
    this.#depth += 1;
    write();
    this.#depth -= 1;
    this.#line('}');
  }

  /** Writes a block with these items. Without items, writes nothing. */
  blockForEach<T>(name: string, items: readonly T[], write: (item: T, index: number) => void): void {
    if (items.length > 0) this.block(name, null, () => items.forEach(write));
  }

  /** Writes a member with its value. Omits a masked password. */
  member(name: string, value: Json | undefined): void {
    if (value === undefined || value === passwordMask) return;
    if (depthOf(value) > maxDepth) this.comment(`the value of '${name}' has no form here`);
    else this.rawStatement(name, argumentsOf(value, this.#indent));
  }

  /** Writes `property('name', value)` for a member whose name has another meaning as a statement. */
  propertyStatement(name: string, value: Json): void {
    if (value === passwordMask) return;
    if (depthOf(value) > maxDepth) this.comment(`the value of '${name}' has no form here`);
    else this.#line(`property(${literalOf(name)}, ${argumentsOf([value]).slice(2, -2)})`);
  }

  script(name: string, script: string): void {
    this.#line(`${nameLiteral(name)} ${scriptLiteral(script)}`);
  }

  /** Writes a name with its arguments. */
  rawStatement(name: string, args: string): void {
    this.#line(`${nameLiteral(name)}${args}`);
  }

  /** Writes a member whose value is a variable. */
  variable(name: string, key: string): void {
    this.rawStatement(name, ` variable(${literalOf(key)})`);
  }

  comment(content: string): void {
    this.#line(`// ${inComment(content)}`);
  }

  blank(): void {
    this.#lines.push('');
  }

  get text(): string {
    return `${this.#lines.join('\n')}\n`;
  }

  get #indent(): string {
    return '  '.repeat(this.#depth + 2);
  }

  #line(text: string): void {
    this.#lines.push(`${'  '.repeat(this.#depth)}${text}`);
  }
}
