import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import { missingCreatePermission } from '../../api/permissions.ts';
import { ActionLink, MissingPermissions } from '../../components/action-button.tsx';
import { FileLink } from '../../components/files.tsx';
import { Lazy } from '../../components/lazy.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useEntity } from '../../live/queries.ts';
import type { Topic } from '../../live/subscriptions.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { usePaletteActions } from '../../navigation/palette-actions.ts';
import { location, navigate, type ViewProps } from '../../navigation/router.ts';
import { firstTab, type Tab, templateState, templateUrl } from './tab.ts';

const flow: Tab = { id: firstTab, name: 'Flow', load: async () => (await import('./flow/flow-tab.tsx')).FlowTab };

/** The tabs of a template. Each tab is a separate script. */
const tabs: readonly Tab[] = [
  flow,
  { id: 'properties', name: 'Properties', load: async () => (await import('./properties-tab.tsx')).PropertiesTab },
  { id: 'variables', name: 'Variables', load: async () => (await import('./variables-tab.tsx')).VariablesTab },
  { id: 'dates', name: 'Planned dates', load: async () => (await import('./dates/dates-tab.tsx')).DatesTab },
  { id: 'triggers', name: 'Triggers', load: async () => (await import('./triggers/triggers-tab.tsx')).TriggersTab },
];

/** Returns the tab with this id, or the first tab. */
const findTab = (tabId: string): Tab => tabs.find((tab) => tab.id === tabId) ?? flow;

/** The actions on a template: create a release, or export it. */
function TemplateTools({ template }: { readonly template: ReleaseResponse }) {
  const { id, title } = template;
  const templateKey = lastSegment(id);
  const missingPermission = missingCreatePermission(template);
  usePaletteActions([
    { name: `New release from ${title}`, missingPermission, run: () => navigate(`/templates/${templateKey}/create`) },
  ]);
  return (
    <>
      <div class="tools">
        <ActionLink missingPermission={missingPermission} to={`/templates/${templateKey}/create`}>
          New release
        </ActionLink>
        <FileLink path={`/templates/zip/${templateKey}`}>Export as .xlr</FileLink>
        <FileLink path={`/dsl/export/${templateKey}`}>Export as Groovy script</FileLink>
      </div>
      <MissingPermissions names={[missingPermission]} objectId={id} />
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
    document.title = `${title ?? 'Template'} · Slipway`;
  }, [title]);
  if (template === undefined)
    return <NotFound kind="template" message={entity.refusal.value} list={['/templates', 'All templates']} />;
  const goToPage = (from: number): void => navigate(templateUrl(id, { ...urlState, from }));
  return (
    <section>
      <Refusal message={entity.refusal.value} />
      <header class="head">
        <h1>{template.title}</h1>
        <TemplateTools template={template} />
      </header>
      <Tabs
        label="Template views"
        tabs={tabs.map((item) => ({
          title: item.name,
          to: templateUrl(id, { tab: item.id, from: 0 }),
          isCurrent: item === tab,
        }))}
      />
      <Lazy key={tab.id} load={tab.load} props={{ template, entity, topics, from: urlState.from, goToPage }} />
    </section>
  );
}
