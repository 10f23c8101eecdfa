import type { BlackoutResponse, FirstFreeResponse } from '@slipway/api-schema/calendar';
import type { PreviewResponse } from '@slipway/api-schema/forecast';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { DisplayMessage } from '../../api/language.ts';
import { fromDateInput } from '../../components/fields/date-input.ts';
import { pageSize } from '../../components/table.tsx';
import { useQuery } from '../../live/queries.ts';
import { polled, type Topic } from '../../live/subscriptions.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { type FormValues, targetFolder, toRequestBody } from './form-values.ts';
import { blackoutAt, blackoutsFor, holdMs, type NamedBlackout, type PlanRow, planRows } from './plan-rows.ts';

/** The pause after an input before a request, in milliseconds. */
const pauseMs = 300;

const blackoutTopics: readonly Topic[] = [polled];
const noBlackouts: readonly BlackoutResponse[] = [];

/** Returns the text after a pause without changes. */
function useDelayed(text: string): string {
  const [delayed, setDelayed] = useState(text);
  useEffect(() => {
    const timer = window.setTimeout(() => setDelayed(text), pauseMs);
    return () => window.clearTimeout(timer);
  }, [text]);
  return delayed;
}

/** The estimated dates of the release that the form would create. */
export interface PlannedDates {
  /** Undefined until the first response. After an error, it is the estimate of the last valid input. */
  readonly preview: PreviewResponse | undefined;
  readonly rows: readonly PlanRow[];
  /** The blackouts that apply to the release, during its estimated time. */
  readonly blackouts: readonly NamedBlackout[];
  /** The blackout in which the planned start is. */
  readonly startBlackout: NamedBlackout | undefined;
  /** Whether a blackout holds a task. */
  readonly isHeld: boolean;
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

/** Returns the holds by blackouts. */
const blackoutHolds = (rows: readonly PlanRow[]) =>
  rows.flatMap((row) => row.holds).filter(({ by }) => by === 'blackout');

/**
 * Returns the path of the first start for which no blackout holds a task. If none does, but the planned start is in a
 * blackout, the path is that of its end. Null without a conflict.
 */
function firstFreePath(
  { startDate, endDate }: PreviewResponse,
  rows: readonly PlanRow[],
  { folderId, isStartInBlackout }: { readonly folderId: string; readonly isStartInBlackout: boolean },
): string | null {
  const holds = blackoutHolds(rows);
  if (holds.length === 0 && !isStartInBlackout) return null;
  const held = holds.reduce((sum, hold) => sum + holdMs(hold), 0);
  const workMs = holds.length === 0 ? 0 : Date.parse(endDate) - Date.parse(startDate) - held;
  const plannedDuration = String(Math.max(0, Math.round(workMs / 1000)));
  return `/calendar/first-free?${new URLSearchParams({ from: startDate, plannedDuration, folderId })}`;
}

/** Returns the estimated dates for the inputs, and updates them while the user types. */
export function usePlannedDates(template: ReleaseResponse, formValues: FormValues): PlannedDates {
  const { releaseOwner: _, ...input } = toRequestBody(template, formValues);
  // Title and owner do not change the dates, so that their inputs send no request.
  const bodyText = useDelayed(JSON.stringify({ ...input, releaseTitle: template.title }));
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
  const firstFree = useQuery<FirstFreeResponse>(freePath).value.value?.firstFree;
  const offered = firstFree === undefined ? null : Date.parse(firstFree);
  const isLater = preview !== undefined && offered !== null && offered > Date.parse(preview.startDate);
  return {
    ...{ preview, rows, blackouts, startBlackout },
    isHeld: blackoutHolds(rows).length > 0,
    offeredStart: isLater ? offered : null,
    refusal: query.refusal.value,
  };
}
