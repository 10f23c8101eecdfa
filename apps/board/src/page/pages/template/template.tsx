import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect } from 'preact/hooks';
import { Lazy } from '../../components/lazy.tsx';
import { NotFound } from '../../components/not-found.tsx';
import { Refusal } from '../../components/refusal.tsx';
import { Tabs } from '../../components/tabs.tsx';
import type { Topic } from '../../live/subscriptions.ts';
import { useTaskTypes } from '../../live/task-types.ts';
import { useEntity } from '../../live/use-entity.ts';
import { location, navigate, type ViewProps } from '../../navigation/router.ts';
import { templateState, templateUrl } from './tab.ts';
import { findTab, tabs } from './tabs.ts';
import { TemplateTools } from './template-tools.tsx';

/** A template, in the tab that its address names. */
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
    return <NotFound kind="template" sentence={entity.refusal.value} list={['/templates', 'All templates']} />;
  const goToPage = (from: number): void => navigate(templateUrl(id, { ...urlState, from }));
  return (
    <section>
      <Refusal sentence={entity.refusal.value} />
      <header class="head">
        <h1>{template.title}</h1>
        <TemplateTools template={template} />
      </header>
      <Tabs
        label="Forms of this template"
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
