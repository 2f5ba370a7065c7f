import { Component, type ReactNode } from "react";
import { Button } from "../../ui/button";
import styles from "./failure-boundary.module.css";

interface FailureBoundaryProps {
  readonly onReload: () => void;
  readonly children: ReactNode;
}

/** A defect of the interface must not leave an empty window: the terminals live in the backend and are still there. */
export class FailureBoundary extends Component<FailureBoundaryProps, { readonly failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <main className={styles.surface} role="alert">
        <h1 className={styles.title}>The interface has stopped</h1>
        <p className={styles.text}>Your terminals are still running. Reload to see them again.</p>
        <Button data-control="reload" onClick={this.props.onReload}>
          Reload
        </Button>
      </main>
    );
  }
}
