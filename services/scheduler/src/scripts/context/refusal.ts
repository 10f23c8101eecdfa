import { message, plainText, textOf } from '@slipway/domain/messages';
import { Conflict, Forbidden, Invalid, NotFound } from '@slipway/domain/model';
import { ZodError } from 'zod';

export interface Refusal {
  /** the class name of the exception in scripts */
  readonly type: 'InvalidException' | 'NotFoundException' | 'ForbiddenException';
  /** The message of REST. */
  readonly message: string;
}

/**
 * Converts an error to a refusal. `subject` is the subject of a schema error without a path. Throws any other error.
 */
export function refusalOf(error: unknown, subject: string): Refusal {
  if (error instanceof ZodError) {
    const [firstIssue] = error.issues;
    return { type: 'InvalidException', message: `${firstIssue?.path.join('.') || subject}: ${firstIssue?.message}` };
  }
  if (error instanceof NotFound) return { type: 'NotFoundException', message: error.message };
  if (error instanceof Forbidden) return { type: 'ForbiddenException', message: error.message };
  if (error instanceof Invalid || error instanceof Conflict)
    return { type: 'InvalidException', message: error.message };
  throw error;
}

/** Returns the comment about a refused action. Throws any other error. */
export const refusalComment = (error: unknown): string =>
  textOf(message('taskComment.actionRefused', { refusal: plainText(refusalOf(error, 'the value').message) }));
