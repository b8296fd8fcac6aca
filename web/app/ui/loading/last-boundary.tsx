import { Component } from 'react'
import type { Elements } from '~/ui/elements'

interface LastBoundaryProps {
  /** Shown if the content fails; by default nothing. */
  instead?: Elements
  children: Elements
}

/** For what surrounds every page: without it, the router would show a failure as a stack in English. */
export class LastBoundary extends Component<LastBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    return this.state.hasFailed ? this.props.instead : this.props.children
  }
}
