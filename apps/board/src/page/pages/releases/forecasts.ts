import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ForecastResponse } from '@slipway/api-schema/forecast';
import { singleFlightFresh } from '@slipway/concurrency';
import { reconnects } from '../../api/connection.ts';
import { ApiError, OfflineError } from '../../api/errors.ts';
import { read } from '../../api/rest.ts';
import { shareStructure } from '../../api/structural-sharing.ts';
import { subscribe } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';

/** A cache of the progress, current phase and estimated end of visible releases. */
export interface Forecasts {
  /** Returns the forecast by the last segment of the release id; undefined until it is loaded. */
  get(id: string): ReadonlySignal<ForecastResponse | undefined>;
  /**
   * Keeps the forecast of a release up to date, until the returned function is called. The event stream has a maximum
   * number of topics: without it, the forecast is loaded once, and again by `reload`.
   */
  follow(id: string, isStreamed?: boolean): () => void;
  /** Reloads the followed forecast of a release. */
  reload(id: string): void;
  /** Reloads all followed forecasts, because another object has changed. */
  reloadAll(): void;
}

/** The delay that combines several ids into one request, in milliseconds. */
const batchDelayMs = 30;
/** The maximum number of ids in one request. */
const maxBatchSize = 100;
/** The delay before a retry after an error response, in milliseconds. */
const retryDelayMs = 10_000;

/** Creates the store of the loaded forecasts, by id. */
function createForecastCache() {
  const signals = new Map<string, Signal<ForecastResponse | undefined>>();
  const getSignal = (id: string): Signal<ForecastResponse | undefined> => {
    const forecast = signals.get(id) ?? signal<ForecastResponse | undefined>(undefined);
    signals.set(id, forecast);
    return forecast;
  };
  const store = (answer: ForecastResponse): void => {
    const forecast = getSignal(lastSegment(answer.id));
    forecast.value = shareStructure(forecast.peek(), answer);
  };
  /** Whether the forecast of this version is already loaded. */
  const isCurrent = (id: string, version: number | undefined): boolean =>
    version !== undefined && version === getSignal(id).peek()?.version;
  return { getSignal, store, isCurrent };
}

/** Creates a timer that runs a function once, at the earliest of the requested times. */
function createTimer(run: () => void) {
  let timer: number | undefined;
  let runsAt = Number.POSITIVE_INFINITY;
  /** Runs the function within `ms` milliseconds. */
  return (ms: number): void => {
    const at = Date.now() + ms;
    if (at >= runsAt) return;
    runsAt = at;
    window.clearTimeout(timer);
    timer = window.setTimeout(() => {
      runsAt = Number.POSITIVE_INFINITY;
      run();
    }, ms);
  };
}

/** Creates the cache. `minPauseMs` is the minimum time between two requests, in milliseconds. */
export function createForecasts(minPauseMs = 0): Forecasts {
  const { getSignal, store, isCurrent } = createForecastCache();
  const followedIds = new Set<string>();
  // The ids to load, with the version of the event if it is known.
  const due = new Map<string, number | undefined>();
  let requestedAt = 0;
  const loadForecasts = singleFlightFresh(async () => {
    // The previous response may already contain the version of an event.
    for (const [id, version] of due) if (isCurrent(id, version)) due.delete(id);
    const ids = [...due.keys()].slice(0, maxBatchSize);
    if (ids.length === 0) return;
    for (const id of ids) due.delete(id);
    requestedAt = Date.now();
    try {
      for (const forecast of await read<readonly ForecastResponse[]>('/releases/outlook', ids)) store(forecast);
    } catch (error) {
      // A reconnection reloads all forecasts.
      if (error instanceof OfflineError) return;
      if (!(error instanceof ApiError)) throw error;
      for (const id of ids) if (followedIds.has(id)) due.set(id, undefined);
      scheduleIn(retryDelayMs);
      return;
    }
    if (ids.length === maxBatchSize) void loadForecasts();
  });
  const scheduleIn = createTimer(() => void loadForecasts());
  const schedule = (id: string, version?: number): void => {
    due.set(id, version);
    const remainingMs = getSignal(id).peek() === undefined ? 0 : requestedAt + minPauseMs - Date.now();
    scheduleIn(Math.max(batchDelayMs, remainingMs));
  };
  const reloadAll = (): void => {
    for (const id of followedIds) due.set(id, undefined);
    scheduleIn(batchDelayMs);
  };
  const follow = (id: string, isStreamed = true): (() => void) => {
    followedIds.add(id);
    const unsubscribe = isStreamed
      ? subscribe(`release=${id}`, (version) => {
          if (!isCurrent(id, version)) schedule(id, version);
        })
      : () => {};
    if (!isStreamed) schedule(id);
    const stop = reconnects.subscribe(() => schedule(id));
    return () => {
      unsubscribe();
      stop();
      followedIds.delete(id);
      due.delete(id);
    };
  };
  return { get: getSignal, follow, reload: (id) => schedule(id), reloadAll };
}
