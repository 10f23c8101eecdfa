import { useSignal } from '@preact/signals';
import { singleFlightFresh } from '@slipway/concurrency';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { isRefusal, messageOf, OfflineError, type Retry } from '../api/errors.ts';
import type { DisplayMessage } from '../api/language.ts';
import { shareStructure } from '../api/structural-sharing.ts';
import { location, navigate, replaceUrl } from '../navigation/router.ts';
import type { UrlState } from '../navigation/url-state.ts';
import { useLiveRefresh } from './queries.ts';
import type { Topic } from './subscriptions.ts';

interface ListOptions<Query extends object, Page> {
  /** The path of the view, such as `/tasks`. */
  readonly path: string;
  readonly urlState: UrlState<Query>;
  /** Loads the page of a query; undefined keeps the previous page. Throws ApiError, OfflineError. */
  readonly load: (query: Query) => Promise<Page | undefined>;
  readonly topicsOf: (query: Query) => readonly Topic[];
  /** The values that select the first page. Each change of a filter applies them. */
  readonly firstPage: Partial<Query>;
  /** Text filters. A change of such a filter creates no history entry. */
  readonly typedFilters?: readonly (keyof Query)[];
}

/** A list whose URL contains its filters and page. */
export interface PagedList<Query, Page> {
  readonly query: Query;
  /**
   * The latest page; the page of the previous query while a new one loads. Undefined while loading for the first time,
   * and after an error of a new query.
   */
  readonly page: Page | undefined;
  readonly refusal: DisplayMessage | null;
  readonly retry: Retry;
  /** Whether the URL contains no filter, order or page. */
  readonly isDefault: boolean;
  /** Returns the URL of the query with these changes, at the first page. */
  urlWith(changes: Partial<Query>): string;
  /** Navigates to `urlWith(changes)`. */
  change(changes: Partial<Query>): void;
  /** Whether `page` belongs to the current query. Page keys are invalid for other queries. */
  isCurrent(): boolean;
  refresh(): Promise<void>;
}

/** Sends one request at a time. If the query changes during a request, only the latest query is sent afterward. */
function usePage<Query, Page>(query: Query, key: string, load: (query: Query) => Promise<Page | undefined>) {
  const page = useSignal<Page | undefined>(undefined);
  const refusal = useSignal<DisplayMessage | null>(null);
  const retry = useSignal<Retry>(null);
  const latest = useRef({ query, key, load });
  latest.current = { query, key, load };
  const answeredKey = useRef<string | null>(null);
  const refresh: () => Promise<void> = useMemo(
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
          // If a refresh fails, the earlier page stays visible.
          if (answeredKey.current !== request.key) page.value = undefined;
          refusal.value = messageOf(error);
          retry.value = isRefusal(error) ? null : refresh;
        }
      }),
    [],
  );
  return { page, refusal, retry, refresh, isCurrent: () => answeredKey.current === latest.current.key };
}

/** Returns the list page that the URL selects, and reloads it after each change of a topic. */
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
  const { page, refusal, retry, refresh, isCurrent } = usePage(query, key, load);
  useLiveRefresh(topicsOf(query), refresh);
  // In the same turn as the first refresh, so that both share one request.
  useLayoutEffect(() => void refresh(), [key]);
  const urlWith = (changes: Partial<Query>): string =>
    urlState.url(path, { ...urlState.parse(location.peek().query), ...firstPage, ...changes });
  const change = (changes: Partial<Query>): void => {
    const isTyped = typedFilters.some((name) => name in changes);
    if (isTyped) replaceUrl(urlWith(changes));
    else navigate(urlWith(changes));
  };
  return {
    ...{ query, page: page.value, refusal: refusal.value, retry: retry.value, isDefault: params.size === 0 },
    ...{ urlWith, change, isCurrent, refresh },
  };
}
