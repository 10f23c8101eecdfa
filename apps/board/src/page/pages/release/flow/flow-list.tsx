import { useComputed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { location } from '../../../navigation/router.ts';

/** The time after which the flow adapts to a panel, so that opening a task is painted first. */
const settleMs = 300;

/** Scrolls the flow until the title of a task is visible beside the panel. */
function showTitle(taskId: string): void {
  const link = document.querySelector(`.release-flow h3 a[href$="task=${CSS.escape(encodeURIComponent(taskId))}"]`);
  link?.closest('h3')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/**
 * The list of phases. While a panel covers its end, it has space to scroll its last phase beside the panel, and it
 * follows the open task. No phase is rendered again.
 */
export function FlowList({ children }: { readonly children: ComponentChildren }) {
  const taskId = useComputed(() => location.value.query.get('task')).value;
  const hasPanel = taskId !== null;
  const isBesidePanel = useSignal(hasPanel);
  useEffect(() => {
    const timer = window.setTimeout(() => {
      isBesidePanel.value = hasPanel;
    }, settleMs);
    return () => window.clearTimeout(timer);
  }, [hasPanel]);
  useEffect(() => {
    if (taskId !== null && isBesidePanel.value) showTitle(taskId);
  }, [taskId, isBesidePanel.value]);
  return <ol class={isBesidePanel.value ? 'flow release-flow beside-panel' : 'flow release-flow'}>{children}</ol>;
}
