import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { FieldChip } from '../../components/controls/filter-controls.tsx';
import { CheckField, ChoiceField, TextField } from '../../components/fields/field.tsx';
import { FolderField } from '../../components/fields/folder-field.tsx';
import { findFolder, useFolders } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { plural, t } from '../../navigation/text.ts';
import type { InsightsContext } from './data/insights-context.ts';
import { intervalOptions, intervals, periodOptions, periods } from './data/period.ts';
import { periodText } from './data/time-labels.ts';
import { insightsUrl } from './data/url-state.ts';
import { isZone } from './data/zones.ts';
import { DurationChip } from './duration-chip.tsx';
import { TemplatesField } from './templates-field.tsx';

interface Props {
  readonly context: InsightsContext;
  /** The filters of one view. */
  readonly children?: ComponentChildren;
}

interface DayFieldProps {
  readonly label: string;
  readonly value: string;
  readonly change: (day: string) => void;
}

/** A field for a day without a time. */
const DayField = ({ label, value, change }: DayFieldProps) => (
  <label class="field short">
    <span>{label}</span>
    <input type="date" max="9999-12-31" value={value} onInput={({ currentTarget }) => change(currentTarget.value)} />
  </label>
);

function PeriodChip({ query, span, tz, change }: InsightsContext) {
  const { period, first, last } = query;
  const label = periodOptions.find(([option]) => option === period)?.[1] ?? '';
  return (
    <FieldChip
      label="Period"
      text={period === 'range' ? periodText(span, tz) : label}
      remove={period === periods[0] ? null : () => change({ period: periods[0], first: '', last: '' })}
    >
      <ChoiceField
        label="Period"
        value={period}
        options={periodOptions}
        change={(text) => change({ period: periods.find((option) => option === text) ?? periods[0] })}
      />
      {period === 'range' && (
        <>
          <DayField label={t('First day')} value={first} change={(day) => change({ first: day })} />
          <DayField label={t('Last day')} value={last} change={(day) => change({ last: day })} />
        </>
      )}
      <p class="hint">{periodText(span, tz)}</p>
    </FieldChip>
  );
}

const IntervalChip = ({ query: { interval }, change }: InsightsContext) => (
  <FieldChip
    label="Interval"
    text={intervalOptions.find(([option]) => option === interval)?.[1] ?? ''}
    remove={interval === 'auto' ? null : () => change({ interval: 'auto' })}
  >
    <ChoiceField
      label="Interval"
      value={interval}
      options={intervalOptions}
      change={(text) => change({ interval: intervals.find((option) => option === text) ?? 'auto' })}
    />
  </FieldChip>
);

function FolderChip({ query: { folder, isFolderOnly }, change }: InsightsContext) {
  const folders = useFolders();
  return (
    <FieldChip
      label="Folder"
      text={folder === '' ? t('All folders') : (findFolder(folders, folder)?.name ?? lastSegment(folder))}
      remove={folder === '' ? null : () => change({ folder: '', isFolderOnly: false })}
    >
      <FolderField label="Folder" value={folder} none={t('All folders')} change={(id) => change({ folder: id })} />
      {folder !== '' && (
        <CheckField label="With subfolders" isOn={!isFolderOnly} change={(isOn) => change({ isFolderOnly: !isOn })} />
      )}
    </FieldChip>
  );
}

const TemplateChip = ({ query: { templates }, change }: InsightsContext) => (
  <FieldChip
    label="Templates"
    text={templates.length === 0 ? t('All') : plural(templates.length, '# template', '# templates')}
    remove={templates.length === 0 ? null : () => change({ templates: [] })}
  >
    <TemplatesField ids={templates} change={(ids) => change({ templates: ids })} />
  </FieldChip>
);

function TagChip({ query: { tags }, change }: InsightsContext) {
  const text = useSignal(tags.join(', '));
  return (
    <FieldChip
      label="Tags"
      text={tags.join(', ') || t('Any')}
      remove={
        tags.length === 0
          ? null
          : () => {
              text.value = '';
              change({ tags: [] });
            }
      }
    >
      <TextField
        label="Tags"
        hint="Separated by commas. A release with any of them counts."
        value={text.value}
        change={(input) => {
          text.value = input;
          const names = input.split(',').map((name) => name.trim());
          change({ tags: [...new Set(names.filter((name) => name !== ''))] });
        }}
      />
    </FieldChip>
  );
}

const zones: readonly string[] = Intl.supportedValuesOf('timeZone');

function ZoneChip({ query, tz, change }: InsightsContext) {
  const isUnknown = query.tz !== '' && !isZone(query.tz);
  return (
    <FieldChip label="Time zone" text={tz} remove={query.tz === '' ? null : () => change({ tz: '' })}>
      <ChoiceField
        label="Time zone"
        value={isUnknown ? '' : query.tz}
        hint="Days, weeks and months start at midnight in this time zone"
        options={[['', t('Time zone of reports')], ...['UTC', ...zones].map((zone) => [zone, zone] as const)]}
        change={(zone) => change({ tz: zone })}
      />
    </FieldChip>
  );
}

const noFilters = { ...insightsUrl.parse(new URLSearchParams()) };

/** The filters of a view of insights. */
export const FilterBar = ({ context, children }: Props) => (
  <search class="filter-bar">
    <PeriodChip {...context} />
    <FolderChip {...context} />
    {children}
    {context.subject === 'release' && <TemplateChip {...context} />}
    {context.subject === 'release' && <TagChip {...context} />}
    {context.isOverTime && <IntervalChip {...context} />}
    {context.isOverTime && context.subject === 'release' && <DurationChip {...context} />}
    <ZoneChip {...context} />
    {insightsUrl.params(context.query).size > 0 && (
      <button type="button" class="quiet small clear" onClick={() => context.change(noFilters)}>
        Clear
      </button>
    )}
  </search>
);
