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
  throw new Invalid(
    issue === undefined || issue.path.length === 0
      ? message('field.invalidPart', { part, problem })
      : message('field.invalidIn', { part, field: issue.path.join('.').slice(0, 200), problem }),
  );
}
