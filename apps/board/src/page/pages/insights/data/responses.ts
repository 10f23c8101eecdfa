// The shapes of the REST API of insights. Responses omit members without a value.

export interface Point {
  readonly from: string;
  readonly to: string;
  readonly n: number;
  readonly value?: number | null;
  readonly p50?: number | null;
  readonly p85?: number | null;
  readonly p95?: number | null;
  /** Why a value is null, by the name of the value. */
  readonly reasons?: Readonly<Record<string, string>>;
}

export interface Total extends Point {
  readonly metric: string;
  /** The band of the deployment frequency. */
  readonly band?: string | null;
  /** How the lead time of changes was computed. */
  readonly variant?: 'commits' | 'releases' | null;
  /** The number of failures that are not recovered. */
  readonly open?: number;
}

interface Group {
  readonly id: string;
  readonly title: string;
}

export interface MetricSeries {
  readonly metric: string;
  readonly group?: Group | null;
  readonly points: readonly Point[];
}

export interface Backfill {
  readonly state: 'running' | 'done';
  readonly done: number;
  /** Null: not counted yet. */
  readonly total?: number | null;
  readonly oldest: string;
}

export interface InsightsResponse {
  readonly asOf: string;
  readonly lagSeconds: number;
  readonly tz: string;
  readonly exact: boolean;
  readonly truncated: boolean;
  readonly configured: boolean;
  readonly backfill: Backfill;
  readonly series: readonly MetricSeries[];
  readonly total: readonly Total[];
  readonly previous?: readonly Total[];
}

export interface ProgressResponse {
  readonly asOf: string;
  readonly lagSeconds: number;
  readonly pending: number;
  readonly backfill: Backfill;
  readonly tz: string;
}

export const categories = [
  'machine',
  'people',
  'dependency',
  'capacity',
  'schedule',
  'failed',
  'paused',
  'other',
] as const;
export type Category = (typeof categories)[number];

export interface ReleaseRow {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly folderId: string;
  readonly folderTitle?: string | null;
  readonly templateId?: string | null;
  readonly templateTitle?: string | null;
  readonly tags: readonly string[];
  readonly started?: string | null;
  readonly ended: string;
  readonly due?: string | null;
  readonly durationSeconds?: number | null;
  /** Null if the release ended before the upgrade. */
  readonly seconds?: Readonly<Record<Category, number>> | null;
  readonly tasks: number;
  readonly automated: number;
  readonly failures: number;
  readonly restarts: number;
  readonly troubled: boolean;
  readonly state: 'live' | 'archived' | 'purged';
}

export interface ReleasesResponse {
  readonly asOf: string;
  readonly count: number;
  readonly next?: string;
  readonly rows: readonly ReleaseRow[];
}

export interface TaskRow {
  readonly templateId?: string | null;
  readonly templateTitle?: string | null;
  readonly phaseTitle: string;
  readonly taskTitle: string;
  readonly taskType: string;
  readonly n: number;
  readonly p50?: number | null;
  readonly p85?: number | null;
  readonly sum: number;
  readonly share?: number | null;
  readonly runs: number;
  readonly failures: number;
  readonly failedRuns: number;
  readonly failureRate?: number | null;
  readonly failedSeconds: number;
}

export interface TasksResponse {
  readonly asOf: string;
  readonly exact: boolean;
  readonly rows: readonly TaskRow[];
}

/** A folder, team or release that waits or is awaited. A task without a team has the id null. */
export interface WaitParty {
  readonly kind: 'folder' | 'team' | 'release';
  readonly id?: string | null;
  readonly title?: string | null;
}

export interface WaitCell {
  readonly waiting: WaitParty;
  readonly awaited: WaitParty;
  readonly seconds: number;
  readonly n: number;
  readonly p50?: number | null;
  readonly source: string;
}

export interface WaitsResponse {
  readonly asOf: string;
  readonly cells: readonly WaitCell[];
}

export interface CalendarDay {
  readonly day: string;
  readonly started: number;
  readonly ended: number;
  readonly failed: number;
  readonly runningAtNoon: number;
  readonly blackout: boolean;
}

export interface CalendarResponse {
  readonly asOf: string;
  readonly tz: string;
  readonly days: readonly CalendarDay[];
}
