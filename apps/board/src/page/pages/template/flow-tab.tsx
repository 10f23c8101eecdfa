import { useMemo } from 'preact/hooks';
import { templateLimits } from '../editor/editing-limits.ts';
import { Editor } from '../editor/editor.tsx';
import { firstTab, type TabProps, templateUrl } from './tab.ts';

/** The flow of a template, for editing. */
export function FlowTab({ template, entity, from, goToPage }: TabProps) {
  const limits = useMemo(() => templateLimits(template), [template]);
  return (
    <Editor
      plan={template}
      entity={entity}
      limits={limits}
      from={from}
      goToPage={goToPage}
      urlOf={(taskId) => templateUrl(template.id, { tab: firstTab, from }, taskId)}
    />
  );
}
