import { fromDateInput } from '../../../components/fields/date-input.ts';
import {
  choiceParam,
  optionalParam,
  type StateOf,
  textParam,
  urlState,
  withParams,
} from '../../../navigation/url-state.ts';
import { parts } from '../place.ts';
import { receiverPath } from '../receivers/receiver.ts';

/** The query parameters of a list of deliveries. The first three select the list, see `placeState`. */
export const ledgerUrl = urlState({
  form: textParam('form'),
  part: choiceParam('part', parts),
  receiver: optionalParam('receiver'),
  /** A user name, or the id of a receiver. */
  recipient: textParam('recipient'),
  channel: textParam('channel'),
  state: textParam('state'),
  eventType: textParam('event'),
  releaseId: textParam('release'),
  /** `from` and `to` have the format of a date field, in the time zone of the user. */
  from: textParam('from'),
  to: textParam('to'),
  /** The key of the page; null for the first page. */
  after: optionalParam('after'),
  /** The delivery whose details are open; null: none. */
  delivery: optionalParam('delivery'),
});
export type LedgerQuery = StateOf<typeof ledgerUrl>;

/** The filters of the ledger. */
export const noFilters = {
  recipient: '',
  channel: '',
  state: '',
  eventType: '',
  releaseId: '',
  from: '',
  to: '',
} as const satisfies Partial<LedgerQuery>;

/** Whether the list contains only some deliveries. */
export const isFiltered = (query: LedgerQuery): boolean =>
  ledgerUrl.params({ ...query, form: '', part: 'rules', receiver: null, after: null, delivery: null }).size > 0;

/** Converts the input of a date field to ISO 8601. An invalid one from the address is no filter. */
const isoDate = (input: string): string => (Number.isNaN(Date.parse(input)) ? '' : (fromDateInput(input) ?? ''));

/** The ledger has user names in lower case. */
const recipientKey = (text: string): string => (text.startsWith('EventSubscription') ? text : text.toLowerCase());

/** Returns the path of the request for a page, of the ledger or of one receiver. */
export function ledgerRequest(query: LedgerQuery): string {
  const { receiver, recipient, channel, state, eventType, releaseId, from, to, after } = query;
  const filters = {
    ...{ recipient: recipientKey(recipient.trim()), channel, eventType, releaseId },
    ...{ from: isoDate(from), to: isoDate(to) },
  };
  const own = Object.entries({ ...(receiver === null && filters), state, after: after ?? '' });
  const path = receiver === null ? '/notification-deliveries' : `${receiverPath(receiver)}/deliveries`;
  return withParams(path, new URLSearchParams(own.filter(([, text]) => text !== '')));
}
