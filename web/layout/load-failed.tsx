import { Component, type ReactNode } from 'react';
import { offline, sentenceOf } from '#web/api/errors.ts';
import { ErrorState } from '#web/ui/page-state.tsx';

/** Shows a page that couldn't be shown: the session or its script failed to load, or it crashed. */
export function LoadFailed({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <main className="mx-auto w-full max-w-form p-4">
      <ErrorState title="This page could not be loaded" onRetry={onRetry}>
        {sentenceOf(navigator.onLine ? error : offline()).replace(/\.$/, '')}. Your data is safe.
      </ErrorState>
    </main>
  );
}

/** Catches errors while a screen renders, so the rest of the page stays. Another address starts over. */
export class ScreenBoundary extends Component<{ at: string; children: ReactNode }, { error: unknown; at: string }> {
  override state: { error: unknown; at: string } = { error: null, at: this.props.at };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  static getDerivedStateFromProps(props: { at: string }, state: { error: unknown; at: string }) {
    return props.at === state.at ? null : { error: null, at: props.at };
  }

  override render() {
    if (this.state.error === null) return this.props.children;
    // A failed import stays failed in this document, and a newer build may have other files.
    return <LoadFailed error={this.state.error} onRetry={() => location.reload()} />;
  }
}
