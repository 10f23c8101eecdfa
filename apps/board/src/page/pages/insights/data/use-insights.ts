import type { Retry } from '../../../api/errors.ts';
import type { DisplayMessage } from '../../../api/language.ts';
import { csvName, downloadCsv, saveFile } from '../../../live/csv-files.ts';
import { type QueryResult, useQuery } from '../../../live/queries.ts';
import { polled, type Topic } from '../../../live/subscriptions.ts';

const topics: readonly Topic[] = [polled];

/** Sends a query of insights, and sends it again when it changes, and from time to time. A null body sends none. */
export const useInsights = <Response>(path: string, body: object | null): QueryResult<Response> =>
  useQuery<Response>(body === null ? null : `/insights/${path}`, { body, topics });

/** Returns a function that saves the rows of a query as a CSV file. It throws ApiError, OfflineError. */
export const csvExport = (path: string, body: object, name: string) => async (): Promise<void> =>
  saveFile(csvName(name), await downloadCsv(`/insights/${path}`, body));

/** What a chart card shows of the state of a query. */
export interface CardState {
  readonly state: 'loading' | 'empty' | 'ready';
  readonly refusal: DisplayMessage | null;
  readonly retry: Retry;
}

/** Returns the state of a card. */
export function cardState<Response>(
  { value, refusal, retry }: QueryResult<Response>,
  isEmpty: (response: Response) => boolean,
): CardState {
  const response = value.value;
  const loaded = response !== undefined && isEmpty(response) ? 'empty' : 'ready';
  return { state: response === undefined ? 'loading' : loaded, refusal: refusal.value, retry };
}
