import { type Message, message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { z } from 'zod';
import { problemOf } from '../format/expects.ts';

/** Parses a value of a document with the schema of requests. Throws Invalid, which names the part of the document. */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, part: Message): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const problem =
    issue === undefined ? message('field.wrongForm') : problemOf(issue.message.replace(/^Invalid input: /, ''));
  const fault = locate(value, issue?.path ?? [], part);
  throw new Invalid(
    fault.path.length === 0
      ? message('field.invalidPart', { part: fault.part, problem })
      : message('field.invalidIn', { part: fault.part, field: fault.path.join('.').slice(0, 200), problem }),
  );
}

type Path = readonly PropertyKey[];

/** The smallest part with a name that contains a fault, and the path of the fault in it. */
interface Fault {
  readonly part: Message;
  readonly path: Path;
}

/** Replaces list positions by names: `phases.0.tasks.1.title` is the field `title` of a task in a phase. */
function locate(value: unknown, path: Path, part: Message): Fault {
  const [list, index, ...rest] = path;
  const item = memberOf(memberOf(value, list), index);
  const inner = typeof index === 'number' ? namedPart(list, item) : null;
  return inner === null ? { part, path } : locate(item, rest, message('part.inside', { outer: part, inner }));
}

/** The lists whose items have a name: the member with the name, and the part of the item. */
const namedItems = new Map<PropertyKey | undefined, readonly [string, (name: string) => Message]>([
  ['phases', ['title', (title) => message('part.phase', { title })]],
  ['tasks', ['title', (title) => message('part.task', { title })]],
  ['variables', ['key', (key) => message('part.variable', { key })]],
]);

function namedPart(list: PropertyKey | undefined, item: unknown): Message | null {
  const [member, partOf] = namedItems.get(list) ?? [];
  const name = memberOf(item, member);
  return typeof name === 'string' && partOf !== undefined ? partOf(name) : null;
}

const memberOf = (value: unknown, name: PropertyKey | undefined): unknown =>
  typeof value === 'object' && value !== null && name !== undefined
    ? Object.getOwnPropertyDescriptor(value, name)?.value
    : undefined;
