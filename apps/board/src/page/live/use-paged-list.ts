import { useSignal } from '@preact/signals';
import { singleFlightFresh } from '@slipway/concurrency';
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { messageOf, OfflineError } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { shareStructure } from '../api/structural-sharing.ts';
import { location, navigate, replaceUrl } from '../navigation/router.ts';
import type { UrlState } from '../navigation/url-state.ts';
import { useLiveRefresh } from './queries.ts';
import type { Topic } from './subscriptions.ts';

interface ListOptions<Query extends object, Page> {
  /** The path of the view, such as `/tasks` */
  readonly path: string;
  readonly urlState: UrlState<Query>;
  /** Loads the page of a query; undefined: the earlier page stays. Throws ApiError, OfflineError. */
  readonly load: (query: Query) => Promise<Page | undefined>;
  readonly topicsOf: (query: Query) => readonly Topic[];
  /** The part of a query that a changed filter resets */
  readonly firstPage: Partial<Query>;
  /** Filters that are typed: a change of them creates no history entry */
  readonly typedFilters?: readonly (keyof Query)[];
}

/** A list whose address contains its filters and its page. */
export interface PagedList<Query, Page> {
  readonly query: Query;
  /** The page of the earlier query until this one is answered; undefined: not loaded, or refused */
  readonly page: Page | undefined;
  readonly refusal: DisplayMessage | null;
  /** Whether the address contains no filter, order or page */
  readonly isDefault: boolean;
  /** The address of the query after these changes, at its first page */
  urlWith(changes: Partial<Query>): string;
  /** Goes to that address. */
  change(changes: Partial<Query>): void;
  /** Whether the page is that of the present query: its keys are invalid for other queries. */
  isCurrent(): boolean;
  refresh(): Promise<void>;
}

/** Sends one request at a time: a query that changes meanwhile is sent after it, without those in between. */
function usePage<Query, Page>(query: Query, key: string, load: (query: Query) => Promise<Page | undefined>) {
  const page = useSignal<Page | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const latest = useRef({ query, key, load });
  latest.current = { query, key, load };
  const answeredKey = useRef<string | null>(null);
  const refresh = useMemo(
    () =>
      singleFlightFresh(async () => {
        const request = latest.current;
        try {
          const response = await request.load(request.query);
          if (response !== undefined) page.value = shareStructure(page.peek(), response);
          answeredKey.current = request.key;
          refusal.value = null;
        } catch (error) {
          if (error instanceof OfflineError) return;
          // After a failed refresh, the earlier page is still shown.
          if (answeredKey.current !== request.key) page.value = undefined;
          refusal.value = messageOf(error);
        }
      }),
    [],
  );
  return { page, refusal, refresh, isCurrent: () => answeredKey.current === latest.current.key };
}

/** The page of a list that its address names, loaded again with each change of a subscription. */
export function usePagedList<Query extends object, Page>({
  path,
  urlState,
  load,
  topicsOf,
  firstPage,
  typedFilters = [],
}: ListOptions<Query, Page>): PagedList<Query, Page> {
  const params = urlState.params(urlState.parse(location.value.query));
  const key = String(params);
  const query = useMemo(() => urlState.parse(params), [key]);
  const { page, refusal, refresh, isCurrent } = usePage(query, key, load);
  useLiveRefresh(topicsOf(query), refresh);
  useEffect(() => void refresh(), [key]);
  const urlWith = (changes: Partial<Query>): string =>
    urlState.url(path, { ...urlState.parse(location.peek().query), ...firstPage, ...changes });
  const change = (changes: Partial<Query>): void => {
    const isTyped = typedFilters.some((name) => name in changes);
    if (isTyped) replaceUrl(urlWith(changes));
    else navigate(urlWith(changes));
  };
  return {
    ...{ query, page: page.value, refusal: refusal.value, isDefault: params.size === 0 },
    ...{ urlWith, change, isCurrent, refresh },
  };
}
