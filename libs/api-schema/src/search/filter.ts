import { message } from '@slipway/domain/messages';
import { flagStatuses, maxSearchTags, releaseStatuses } from '@slipway/domain/model';
import { z } from 'zod';
import { expects } from '../format/expects.ts';
import { date, flag, json, listUpTo, oneOf, optional, wholeNumber } from '../format/scalars.ts';

const timeFrames = [
  'LAST_SEVEN_DAYS',
  'LAST_MONTH',
  'LAST_THREE_MONTHS',
  'LAST_SIX_MONTHS',
  'LAST_YEAR',
  'RANGE',
] as const;
const orders = ['risk', 'start_date', 'end_date', 'title'] as const;
const directions = ['ASC', 'DESC'] as const;

const flags = {
  active: optional(flag),
  planned: optional(flag),
  inProgress: optional(flag),
  paused: optional(flag),
  failing: optional(flag),
  failed: optional(flag),
  inactive: optional(flag),
  completed: optional(flag),
  aborted: optional(flag),
};

/** The filter of releases (rest-api.md, section Search releases; rest-operations.md, filter object). */
export const filterBody = z
  .object({
    ...flags,
    title: optional(z.string()),
    tags: optional(listUpTo(maxSearchTags, z.string())),
    taskTags: optional(listUpTo(maxSearchTags, z.string())),
    timeFrame: optional(oneOf(timeFrames)),
    from: optional(date),
    to: optional(date),
    queryStartDate: optional(date),
    queryEndDate: optional(date),
    statuses: optional(listUpTo(maxSearchTags, oneOf(releaseStatuses))),
    onlyMine: optional(flag),
    onlyFlagged: optional(flag),
    onlyArchived: optional(flag),
    parentId: optional(z.string()),
    orderBy: optional(z.string().toLowerCase().pipe(oneOf(orders))),
    orderDirection: optional(z.string().toUpperCase().pipe(oneOf(directions))),
    riskStatusWithThresholds: json.optional(),
  })
  .meta({ id: 'ReleasesFilters' });

export type FilterBody = z.output<typeof filterBody>;

/** The risk of a filter. Any other value means no restriction. */
export const riskFilter = z.object({
  riskStatus: z.enum(flagStatuses),
  attentionNeededFrom: optional(wholeNumber()),
  atRiskFrom: optional(wholeNumber()),
});

const expectsAddress = expects(message('expected.viewAddress'));

/**
 * A path without empty segments, `.` and `..`, also with escaped dots. Such segments could lead to any address, even on
 * another server.
 */
const addressForm = /^(?:\/|(?:\/(?!(?:\.|%2[eE]){1,2}(?:[/?#]|$))[^\s\\/?#]+)+)(?:[?#][^\s\\]*)?$/;

/** A named address of the page with its filters, relative to the root (an extension). */
export const savedView = z
  .object({
    name: z
      .string(expects(message('expected.name')))
      .trim()
      .min(1, expects(message('expected.name')))
      .max(100, expects(message('expected.maxCharacters', { max: 100 }))),
    address: z
      .string(expectsAddress)
      .max(2_000, expects(message('expected.maxCharacters', { max: 2_000 })))
      .regex(addressForm, expectsAddress),
  })
  .meta({ id: 'SavedView' });

export type SavedView = z.output<typeof savedView>;
