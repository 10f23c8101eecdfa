import { CheckField, ChoiceField, TextField } from '../../../components/fields/field.tsx';
import { FolderField } from '../../../components/fields/folder-field.tsx';
import { useQuery } from '../../../live/queries.ts';
import { t } from '../../../navigation/text.ts';
import { metricIds, metricText } from '../data/metrics.ts';
import { intervalOptions } from '../data/period.ts';
import type { InsightOptions } from '../data/responses.ts';
import { subjectOf } from '../data/url-state.ts';
import { TemplatesField } from '../templates-field.tsx';
import { chartOptions, groupOptions, sizeOptions } from './dashboard.ts';
import { isOverTime, type TileForm } from './tile-form.ts';

interface Props {
  readonly form: TileForm;
  readonly change: (changes: Partial<TileForm>) => void;
}

const metricOptions = metricIds.map((id) => [id, metricText(id).label] as const);
const dayOptions = [
  [7, t('Last 7 days')],
  [30, t('Last 30 days')],
  [90, t('Last 90 days')],
  [180, t('Last 6 months')],
  [365, t('Last 12 months')],
] as const;

/** Returns the periods, with the own one of a tile. */
const periodOptions = (days: number) => [
  ...(dayOptions.some(([count]) => count === days) ? [] : [[String(days), t`Last ${days} days`] as const]),
  ...dayOptions.map(([count, label]) => [String(count), label] as const),
];

/** The groups of a table. Owners are offered if the installation shows persons. */
function GroupField({ form: { metric, groupBy }, change }: Props) {
  const { value } = useQuery<InsightOptions>('/insights/settings');
  const options = groupOptions(metric, groupBy === 'owner' || value.value?.showPersons === true);
  return (
    <ChoiceField
      label="Rows"
      value={groupBy}
      options={[['', t('Periods')], ...options]}
      change={(text) => change({ groupBy: options.find(([group]) => group === text)?.[0] ?? '' })}
    />
  );
}

/** The chart of a tile. */
const ChartFields = ({ form, change }: Props) => (
  <>
    <ChoiceField
      label="Chart"
      value={form.chart}
      options={chartOptions}
      change={(text) => change({ chart: chartOptions.find(([chart]) => chart === text)?.[0] ?? 'line', groupBy: '' })}
    />
    {form.chart === 'table' && <GroupField {...{ form, change }} />}
    <ChoiceField
      label="Size"
      value={form.size}
      options={sizeOptions}
      change={(text) => change({ size: sizeOptions.find(([size]) => size === text)?.[0] ?? 'medium' })}
    />
    <ChoiceField
      label="Period"
      value={String(form.days)}
      options={periodOptions(form.days)}
      change={(text) => change({ days: Number(text) })}
    />
    {isOverTime(form) && (
      <ChoiceField
        label="Interval"
        value={form.interval}
        options={intervalOptions.filter(([interval]) => interval !== 'auto')}
        change={(text) => change({ interval: text === 'day' || text === 'month' ? text : 'week' })}
      />
    )}
  </>
);

/** The releases or deployments of a tile. */
const FilterFields = ({ form, change }: Props) => (
  <>
    <FolderField
      label="Folder"
      value={form.folder}
      none={t('All folders')}
      change={(folder) => change({ folder, hasSubfolders: true })}
    />
    {form.folder !== '' && (
      <CheckField
        label="With subfolders"
        isOn={form.hasSubfolders}
        change={(hasSubfolders) => change({ hasSubfolders })}
      />
    )}
    {subjectOf(form.metric) === 'deployment' ? (
      <>
        <TextField
          label="Applications"
          hint="Separated by commas. Empty: all applications"
          value={form.applications}
          change={(applications) => change({ applications })}
        />
        <TextField
          label="Environments"
          hint="Separated by commas. Empty: all environments"
          value={form.environments}
          change={(environments) => change({ environments })}
        />
      </>
    ) : (
      <>
        <TemplatesField ids={form.templates} change={(templates) => change({ templates })} />
        <TextField
          label="Tags"
          hint="Separated by commas. A release with any of them counts."
          value={form.tags}
          change={(tags) => change({ tags })}
        />
      </>
    )}
  </>
);

/** The fields of a tile. */
export const TileFields = ({ form, change }: Props) => (
  <>
    <ChoiceField
      label="Metric"
      hint={metricIds.flatMap((id) => (id === form.metric ? metricText(id).formula : []))[0]}
      value={form.metric}
      options={metricOptions}
      change={(metric) => change({ metric, groupBy: '' })}
    />
    <TextField
      label="Title"
      hint="Empty: the name of the metric"
      value={form.title}
      change={(title) => change({ title })}
    />
    <ChartFields {...{ form, change }} />
    <FilterFields {...{ form, change }} />
  </>
);
