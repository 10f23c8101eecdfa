import { Conflict, Forbidden, Invalid, NotFound } from '@slipway/domain/model';

/** Whether an error is a fault of the trigger, its template or its values, which a retry would repeat. */
export const isMistake = (error: unknown): error is Error =>
  [Invalid, NotFound, Conflict, Forbidden].some((errorClass) => error instanceof errorClass);

/** Of a reason in the ledger, in characters. */
const maxReasonLength = 500;

/** The message of a fault in the run history, without half of a character, which PostgreSQL rejects. */
export const toReason = ({ message }: Pick<Error, 'message'>): string =>
  message.slice(0, maxReasonLength).toWellFormed();

/** Does it; where there is a mistake in it, does it again to record that: the first transaction is lost by then. */
export async function withRecordedMistake<T>(work: (mistake: Error | null) => Promise<T>): Promise<T> {
  try {
    return await work(null);
  } catch (error) {
    if (!isMistake(error)) throw error;
    return await work(error);
  }
}
