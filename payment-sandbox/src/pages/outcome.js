/**
 * The merchant's callback for a customer who leaves. `how` is 'dismissed' for the X and Escape, 'returned' for the button.
 */
export function outcomeOf({ view, problem, how }) {
  if (problem === 'processed') {
    return { callback: 'onError', result: { status_code: '406', status_message: ['transaction has been processed'] } }
  }
  if (problem === 'key') {
    const status_message = ['Access denied due to unauthorized transaction, please check client or server key']
    return { callback: 'onError', result: { status_code: '401', status_message } }
  }
  if (problem || !view) return { callback: 'onClose' }
  if (view.phase === 'paid') return { callback: 'onSuccess', result: view.result }
  if (view.phase === 'denied') {
    return { callback: 'onError', result: { ...view.result, status_code: '202', status_message: ['Deny by Bank'] } }
  }
  if (view.phase !== 'pending') return { callback: 'onClose' }
  const callback = how === 'dismissed' ? view.close_after_va : 'onPending'
  return callback === 'onPending' ? { callback, result: view.result } : { callback }
}
