import { useSignal } from '@preact/signals';
import type { ReleaseResponse } from '@slipway/api-schema/plans';
import { useEffect, useId } from 'preact/hooks';
import LayoutTemplate from '~icons/lucide/layout-template';
import { Lazy } from '../../components/lazy.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Icon } from '../../components/marks/icon.tsx';
import { folderOf, useFolders } from '../../live/folders.ts';
import { lastSegment } from '../../navigation/ids.ts';
import { Link } from '../../navigation/link.tsx';
import { plural } from '../../navigation/text.ts';
import { leafTasks } from '../release/head/progress.ts';

const loadDialog = async () => (await import('../first-steps/new-release-dialog.tsx')).NewReleaseDialog;

/** The template of the new release, with its description and a button that selects another one. */
export function TemplateCard({ template }: { readonly template: ReleaseResponse }) {
  const id = useId();
  const isOpen = useSignal(false);
  const folder = folderOf(useFolders(), template);
  const taskCount = leafTasks(template.phases.flatMap(({ tasks }) => tasks)).length;
  const size = `${plural(template.phases.length, '# phase', '# phases')}, ${plural(taskCount, '# task', '# tasks')}`;
  useEffect(() => {
    isOpen.value = false;
  }, [template.id]);
  return (
    <fieldset class="field" aria-labelledby={id}>
      <span class="label" id={id}>
        Template
      </span>
      <div class="picked">
        <span class="tile">
          <Icon of={LayoutTemplate} />
        </span>
        <div>
          <Link to={`/templates/${lastSegment(template.id)}`}>
            <bdi>{template.title}</bdi>
          </Link>
          <span class="sub">
            {folder === undefined ? '' : `${folder.name} · `}
            {size}
          </span>
        </div>
        <button type="button" class="small push" onClick={() => (isOpen.value = true)}>
          Change
        </button>
      </div>
      {template.description && <Markdown text={template.description} />}
      {isOpen.value && <Lazy load={loadDialog} props={{ close: () => (isOpen.value = false) }} />}
    </fieldset>
  );
}
