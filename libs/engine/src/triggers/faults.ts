import { Conflict, Forbidden, Invalid, NotFound } from '@slipway/domain/model';

/** Whether an error is caused by the trigger, its template or its values, so that a retry would repeat it. */
export const isTriggerFault = (error: unknown): error is Error =>
  [Invalid, NotFound, Conflict, Forbidden].some((errorClass) => error instanceof errorClass);

/** The maximum length of a reason in the run history, in characters. */
const maxReasonLength = 500;

/** Returns the message of an error for the run history, without unpaired surrogates, which PostgreSQL rejects. */
export const toReason = ({ message }: Pick<Error, 'message'>): string =>
  message.slice(0, maxReasonLength).toWellFormed();

/**
 * Runs the work. After an error of the trigger, runs it again to record the error, because the first transaction is
 * aborted.
 */
export async function withRecordedFault<T>(work: (fault: Error | null) => Promise<T>): Promise<T> {
  try {
    return await work(null);
  } catch (error) {
    if (!isTriggerFault(error)) throw error;
    return await work(error);
  }
}
