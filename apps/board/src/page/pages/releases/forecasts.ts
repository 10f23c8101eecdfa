import { type ReadonlySignal, type Signal, signal } from '@preact/signals';
import type { ForecastResponse } from '@slipway/api-schema/forecast';
import { singleFlightFresh } from '@slipway/concurrency';
import { reconnects } from '../../api/connection.ts';
import { ApiError, OfflineError } from '../../api/errors.ts';
import { read } from '../../api/rest.ts';
import { shareStructure } from '../../api/structural-sharing.ts';
import { subscribe } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';

/** The progress and estimated end of releases that were visible. */
export interface Forecasts {
  /** undefined: not loaded; by the last segment of an id */
  get(id: string): ReadonlySignal<ForecastResponse | undefined>;
  /** Keeps one up to date from now on, until what is answered is called. */
  follow(id: string): () => void;
  /** Loads all used ones again: another object has changed. */
  reloadAll(): void;
}

/** The time in which ids are collected for one request, in milliseconds */
const batchDelayMs = 30;
/** The maximum of one request. */
const maxBatchSize = 100;
/** The pause after a refusal, in milliseconds. */
const retryDelayMs = 10_000;

/** The known values of each release, by its id. */
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
  /** Whether the forecast of this version is loaded */
  const isCurrent = (id: string, version: number | undefined): boolean =>
    version !== undefined && version === getSignal(id).peek()?.version;
  return { getSignal, store, isCurrent };
}

/** Runs a function once, at the earliest requested time. */
function createTimer(run: () => void) {
  let timer: number | undefined;
  let runsAt = Number.POSITIVE_INFINITY;
  /** Within this number of milliseconds */
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

/** `minPauseMs`: the minimum pause between two requests, in milliseconds. */
export function createForecasts(minPauseMs = 0): Forecasts {
  const { getSignal, store, isCurrent } = createForecastCache();
  const followedIds = new Set<string>();
  // With the version of the event, if any
  const due = new Map<string, number | undefined>();
  let requestedAt = 0;
  const loadForecasts = singleFlightFresh(async () => {
    // An event during the request may already be covered
    for (const [id, version] of due) if (isCurrent(id, version)) due.delete(id);
    const ids = [...due.keys()].slice(0, maxBatchSize);
    if (ids.length === 0) return;
    for (const id of ids) due.delete(id);
    requestedAt = Date.now();
    try {
      for (const forecast of await read<readonly ForecastResponse[]>('/releases/outlook', ids)) store(forecast);
    } catch (error) {
      // All are loaded again after a reconnection
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
  const follow = (id: string): (() => void) => {
    followedIds.add(id);
    const unsubscribe = subscribe(`release=${id}`, (version) => {
      if (!isCurrent(id, version)) schedule(id, version);
    });
    const stop = reconnects.subscribe(() => schedule(id));
    return () => {
      unsubscribe();
      stop();
      followedIds.delete(id);
      due.delete(id);
    };
  };
  return { get: getSignal, follow, reloadAll };
}
