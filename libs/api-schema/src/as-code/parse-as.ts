import { message } from '@slipway/domain/messages';
import { Invalid } from '@slipway/domain/model';
import type { z } from 'zod';

/** A value of a document read by the schema of requests. Throws Invalid, which names what it is about. */
export function parseAs<T>(schema: z.ZodType<T>, value: unknown, label: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const [issue] = result.error.issues;
  const field = issue === undefined || issue.path.length === 0 ? '' : ` ${issue.path.join('.').slice(0, 200)}:`;
  throw new Invalid(
    message('field.invalidIn', {
      document: label,
      field,
      problem: issue?.message.replace(/^Invalid input: /, '') ?? 'is not valid',
    }),
  );
}
