import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import ChartGantt from '~icons/lucide/chart-gantt';
import Columns3 from '~icons/lucide/columns-3';
import History from '~icons/lucide/history';
import Settings from '~icons/lucide/settings';
import Tag from '~icons/lucide/tag';
import Zap from '~icons/lucide/zap';
import { missingCreatePermission } from '../../api/permissions.ts';
import { ActionLink, MissingPermissions } from '../../components/controls/action-button.tsx';
import { Tabs } from '../../components/controls/tabs.tsx';
import { unsavedFormsIn } from '../../components/drafts/draft-form.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { PageHead } from '../../components/page-head.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { useFolders } from '../../live/folders.ts';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { useBreadcrumb } from '../../navigation/breadcrumb.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { location, navigate, type ViewProps } from '../../navigation/router.ts';
import { plural, t } from '../../navigation/text.ts';
import { SaveState } from '../editor/save-state.tsx';
import { leafTasks } from '../release/head/progress.ts';
import { type OpenTemplateDialog, TemplateDialogs, TemplateMenu } from '../templates/template-menu.tsx';
import { historyTab } from './history/history-url.ts';
import { firstTab, type Tab, type TabProps, templateState, templateUrl } from './tab.ts';
import { templateCrumbs } from './template-crumbs.ts';

/** The id of the tab with the fields of the template. */
const propertiesTab = 'properties';

const flow: Tab = {
  id: firstTab,
  name: t('Flow'),
  icon: Columns3,
  load: async () => (await import('./flow-tab.tsx')).FlowTab,
};

/** The tabs of a template. Each tab is a separate script. */
const tabs: readonly Tab[] = [
  flow,
  {
    id: propertiesTab,
    name: t('Properties'),
    icon: Settings,
    load: async () => (await import('./properties-tab.tsx')).PropertiesTab,
  },
  {
    id: 'variables',
    name: t('Variables'),
    icon: Tag,
    load: async () => (await import('./variables-tab.tsx')).VariablesTab,
  },
  {
    id: 'dates',
    name: t('Planned dates'),
    icon: ChartGantt,
    load: async () => (await import('./dates/dates-tab.tsx')).DatesTab,
  },
  {
    id: 'triggers',
    name: t('Triggers'),
    icon: Zap,
    load: async () => (await import('./triggers/triggers-tab.tsx')).TriggersTab,
  },
  {
    id: historyTab,
    name: t('History'),
    icon: History,
    load: async () => (await import('./history/history-tab.tsx')).HistoryTab,
  },
];

/** Returns the tab with this id, or the first tab. */
const findTab = (tabId: string): Tab => tabs.find((tab) => tab.id === tabId) ?? flow;

/** Returns the number of phases and tasks in words. Groups are not counted, as in the progress of a release. */
function describeSize({ phases }: ReleaseResponse): string {
  const taskCount = leafTasks(phases.flatMap(({ tasks }) => tasks)).length;
  return `${plural(phases.length, '# phase', '# phases')}, ${plural(taskCount, '# task', '# tasks')}`;
}

interface HeadProps extends Pick<TabProps, 'template' | 'entity'> {
  readonly tab: Tab;
}

/** The title of a template with its actions. */
function TemplateHead({ template, entity, tab }: HeadProps) {
  const { id, title, tags } = template;
  const templateKey = lastSegment(id);
  const missingPermission = missingCreatePermission(template);
  const folders = useFolders();
  const openDialog = useSignal<OpenTemplateDialog>(null);
  useBreadcrumb(templateCrumbs(folders, id, title));
  usePaletteActions([
    { name: t`New release from ${title}`, missingPermission, run: () => navigate(`/templates/${templateKey}/create`) },
  ]);
  return (
    <>
      <PageHead
        title={title}
        status={<span class="tag">Template</span>}
        meta={
          <>
            <span>{describeSize(template)}</span>
            {tags.map((tag) => (
              <bdi key={tag} class="tag">
                {tag}
              </bdi>
            ))}
          </>
        }
      >
        <SaveState plan={template} isFormShown={tab.id === propertiesTab} />
        <ActionLink
          missingPermission={missingPermission}
          to={`/templates/${templateKey}/create`}
          isMain={unsavedFormsIn(id).length === 0}
        >
          New release
        </ActionLink>
        <TemplateMenu template={template} openDialog={openDialog} />
      </PageHead>
      <MissingPermissions names={[missingPermission]} objectId={id} />
      <TemplateDialogs
        openDialog={openDialog}
        find={() => template}
        refresh={async (action) => (action === 'delete' ? navigate('/templates') : entity.refresh())}
      />
    </>
  );
}

/** A template with its actions, and the tab from the address. */
export function Template({ params: { id = '' } }: ViewProps) {
  const urlState = templateState.parse(location.value.query);
  const tab = findTab(urlState.tab);
  const topics: readonly Topic[] = [`release=${id}`];
  const entity = useEntity<ReleaseResponse>(`/templates/${id}`, topics);
  useTaskTypes();
  const template = entity.value.value;
  const title = template?.title;
  useEffect(() => {
    document.title = t`${title ?? t('Template')} · Slipway`;
  }, [title]);
  if (template === undefined)
    return (
      <NotFound
        kind="template"
        message={entity.refusal.value}
        list={['/templates', t('All templates')]}
        retry={entity.retry}
      />
    );
  const goToPage = (from: number): void => navigate(templateUrl(id, { ...urlState, from }));
  return (
    <section>
      <Refusal message={entity.refusal.value} retry={entity.retry} />
      <TemplateHead template={template} entity={entity} tab={tab} />
      <Tabs
        label="Template views"
        tabs={tabs.map((item) => ({
          title: item.name,
          icon: item.icon,
          count: item.id === 'variables' ? template.variables.length || undefined : undefined,
          to: templateUrl(id, { tab: item.id, from: 0 }),
          isCurrent: item === tab,
        }))}
      />
      <Lazy key={tab.id} load={tab.load} props={{ template, entity, topics, from: urlState.from, goToPage }} />
    </section>
  );
}
