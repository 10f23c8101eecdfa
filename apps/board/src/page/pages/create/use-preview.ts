import type { BlackoutResponse, FirstFreeResponse } from '@slipway/api-schema/calendar';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useMemo, useRef } from 'preact/hooks';
import type { DisplayMessage } from '../../api/language.ts';
import { fromDateInput } from '../../components/fields/date-input.ts';
import { pageSize } from '../../components/table.tsx';
import { useDebounced, useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { type FormValues, targetFolder, toRequestBody } from './form-values.ts';
import { blackoutAt, blackoutsFor, idleMs, type NamedBlackout, type PlanRow, planRows } from './plan-rows.ts';

/** The pause after an input before a request, in milliseconds. Previews take longer than searches. */
const pauseMs = 300;

const blackoutTopics: readonly Topic[] = [polled];
const noBlackouts: readonly BlackoutResponse[] = [];

/** The estimated dates of the release that the form would create. */
export interface PlannedDates {
  /** Undefined until the first response. After an error, it is the estimate of the last valid input. */
  readonly preview: PreviewResponse | undefined;
  readonly rows: readonly PlanRow[];
  /** The blackouts that apply to the release, during its estimated time. */
  readonly blackouts: readonly NamedBlackout[];
  /** The blackout in which the planned start is. */
  readonly startBlackout: NamedBlackout | undefined;
  /** Whether a blackout delays a task. */
  readonly isDelayed: boolean;
  /** The first start without the current conflict, in milliseconds since 1970; null if there is no conflict. */
  readonly offeredStart: number | null;
  /** Why the inputs have no estimate. */
  readonly refusal: DisplayMessage | null;
}

/** Returns the path of the blackouts of a time range; null without one. */
const blackoutsPath = (preview: PreviewResponse | undefined): string | null =>
  preview === undefined
    ? null
    : `/calendar/blackouts?from=${Date.parse(preview.startDate)}&to=${Date.parse(preview.endDate) + 1}&resultsPerPage=${pageSize}`;

/** Whether a blackout delays a task of the phases. */
const hasBlackoutDelay = (rows: readonly PlanRow[]): boolean =>
  rows.some(({ delays }) => delays.some(({ by }) => by === 'blackout'));

/**
 * Returns the path of the first start for which no blackout delays a task. If none does, but the planned start is in a
 * blackout, the path is that of its end. Null without a conflict.
 */
function firstFreePath(
  { startDate, endDate }: PreviewResponse,
  rows: readonly PlanRow[],
  { folderId, isStartInBlackout }: { readonly folderId: string; readonly isStartInBlackout: boolean },
): string | null {
  const isDelayed = hasBlackoutDelay(rows);
  if (!isDelayed && !isStartInBlackout) return null;
  const idle = rows.reduce((sum, row) => sum + idleMs(row), 0);
  const workMs = isDelayed ? Date.parse(endDate) - Date.parse(startDate) - idle : 0;
  const plannedDuration = String(Math.max(0, Math.round(workMs / 1000)));
  return `/calendar/first-free?${new URLSearchParams({ from: startDate, plannedDuration, folderId })}`;
}

/** Returns the estimated dates for the inputs, and updates them while the user types. */
export function usePlannedDates(template: ReleaseResponse, formValues: FormValues): PlannedDates {
  const { releaseOwner: _, ...input } = toRequestBody(template, formValues);
  // Title and owner do not change the dates, so that their inputs send no request.
  const inputText = JSON.stringify({ ...input, releaseTitle: template.title });
  const bodyText = useDebounced(inputText, pauseMs);
  const body = useMemo((): unknown => JSON.parse(bodyText), [bodyText]);
  const topics = useMemo((): readonly Topic[] => [`release=${lastSegment(template.id)}`, polled], [template.id]);
  const query = useQuery<PreviewResponse>(`/templates/${lastSegment(template.id)}/preview`, { body, topics });
  const latest = useRef<PreviewResponse | undefined>(undefined);
  latest.current = query.value.value ?? latest.current;
  const preview = latest.current;
  const rows = useMemo(() => (preview === undefined ? [] : planRows(preview, template)), [preview, template]);
  const folderId = targetFolder(template, formValues);
  const all = useQuery<readonly BlackoutResponse[]>(blackoutsPath(preview), { topics: blackoutTopics }).value.value;
  const blackouts = useMemo(() => blackoutsFor(all ?? noBlackouts, folderId), [all, folderId]);
  const start = fromDateInput(formValues.start);
  const startBlackout = start === null ? undefined : blackoutAt(blackouts, Date.parse(start));
  const freePath =
    preview === undefined
      ? null
      : firstFreePath(preview, rows, { folderId, isStartInBlackout: startBlackout !== undefined });
  const free = useQuery<FirstFreeResponse>(freePath);
  // After an edit, the start that was offered for the previous inputs may be in a blackout.
  const isEstimated = inputText === bodyText && query.isCurrent() && query.refusal.value === null;
  const firstFree = isEstimated && free.isCurrent() ? free.value.value?.firstFree : undefined;
  const offered = firstFree === undefined ? null : Date.parse(firstFree);
  const isLater = preview !== undefined && offered !== null && offered > Date.parse(preview.startDate);
  return {
    ...{ preview, rows, blackouts, startBlackout },
    isDelayed: hasBlackoutDelay(rows),
    offeredStart: isLater ? offered : null,
    refusal: query.refusal.value,
  };
}
