import UIKit

class CardsViewController: UITableViewController {
    private let cards = CardStore(service: "com.example.wallet")

    override func tableView(_ table: UITableView, numberOfRowsInSection section: Int) -> Int {
        return cards.names.count
    }
}
